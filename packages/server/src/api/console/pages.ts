import { readdir } from 'node:fs/promises';
import staticFiles from '@fastify/static';
import { consolePath } from '@orgdex/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { startPage } from './built-console.ts';

/** The pages run their own code only, call this server only, and appear in no frame. */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
} as const;

/** The build puts a hash of the content into the names of these files. */
const hashedFolder = 'assets/';
const hashedFile = /^assets\/\w[\w.-]*$/;
const forGood = { cacheControl: true, maxAge: '365d', immutable: true };

const notBuilt = `The console is not built. Run this command where orgdex is installed, then reload the page:

npm run build:console
`;

const sendNotBuilt = (reply: FastifyReply) => reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);

/** The files beside the start page; empty if the console is not built. */
const readNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function sendPage(reply: FastifyReply, folder: string, path: string): Promise<FastifyReply> {
  if (hashedFile.test(path)) return reply.sendFile(path, folder, forGood);
  if (path.startsWith(hashedFolder)) {
    reply.callNotFound();
    return reply;
  }
  const names = await readNames(folder);
  if (!names.includes(startPage)) return sendNotBuilt(reply);
  // Every other path is a page of the application, which reads it from the address.
  return reply.sendFile(names.includes(path) ? path : startPage, folder);
}

/** Serves the built console: hashed files are cached for good, all else is read again. */
export function consolePages(app: FastifyInstance, folder: string): void {
  void app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, open: true };
    });
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers(pageHeaders);
    });
    await pages.register(staticFiles, { serve: false, preCompressed: true, cacheControl: false });
    pages.get(consolePath.slice(0, -1), (_request, reply) => reply.redirect(consolePath));
    pages.get<{ Params: { '*': string } }>(`${consolePath}*`, (request, reply) =>
      sendPage(reply, folder, request.params['*']),
    );
  });
}

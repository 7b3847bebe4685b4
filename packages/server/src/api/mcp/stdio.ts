import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Usage } from '@orgdex/contract';
import { Orgdex, OrgdexError } from '@orgdex/sdk';
import { OperatorError } from '../../core/errors/failure.ts';
import { createToolServer, RejectedCall, type ToolCaller } from './mcp-server.ts';

/** The error object of a response, or of one that did not come. */
const toProblem = ({ code, message, param, requestId, docs }: OrgdexError) => ({
  message,
  code,
  ...(param === undefined ? {} : { param }),
  ...(requestId === undefined ? {} : { request_id: requestId }),
  ...(docs === undefined ? {} : { docs }),
});

const callerOf =
  (client: Orgdex): ToolCaller['call'] =>
  async ({ endpoint: { method, url: path }, params, query, body }, signal) => {
    try {
      const { data, response } = await client.request<unknown>({ method, path, params, query, body }, { signal });
      return { body: data, header: (name) => response.headers.get(name) ?? undefined };
    } catch (error) {
      throw error instanceof OrgdexError ? new RejectedCall(toProblem(error)) : error;
    }
  };

async function readScopes(client: Orgdex, url: string): Promise<readonly string[]> {
  const { data } = await client.request<Usage>({ method: 'GET', path: '/usage' }).catch((error: unknown) => {
    throw error instanceof OrgdexError ? new OperatorError(`${url}: ${error.message}`, { cause: error }) : error;
  });
  return data.scopes;
}

/** Serves the tools over standard input and output, until the input ends. They call a service over HTTP. */
export async function serveTools({ url, key }: { url: string; key: string }): Promise<void> {
  const client = new Orgdex({ url, key });
  const caller = { scopes: await readScopes(client, url), call: callerOf(client) };
  const serving = serveStdio(() => createToolServer(caller));
  await once(process.stdin, 'close');
  await serving.close();
}

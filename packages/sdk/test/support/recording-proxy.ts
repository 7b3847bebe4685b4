import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Endpoint, endpoints } from '@orgdex/contract';

const patternOf = ({ url }: Endpoint): RegExp => new RegExp(`^${url.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
const patterns = endpoints.map((endpoint) => ({ ...endpoint, pattern: patternOf(endpoint) }));

/** The operation of a request: the most exact path that fits it. */
function operationOf(method: string, path: string): string | undefined {
  const fitting = patterns.filter((one) => one.method === method && one.pattern.test(path));
  return fitting.toSorted((a, b) => a.url.split('{').length - b.url.split('{').length)[0]?.id;
}

/** Passes requests on to a service, and notes which operations succeeded. */
export async function openRecordingProxy(base: string) {
  const succeeded = new Set<string>();
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = incoming;
    const outgoing = request(new URL(url, base), { method, headers }, (answer) => {
      const id = operationOf(method, url.split('?')[0] ?? '');
      if (id !== undefined && answer.statusCode === 200) succeeded.add(id);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The operations that succeeded since the last time. */
    takeSucceeded(): string[] {
      const ids = [...succeeded].sort();
      succeeded.clear();
      return ids;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Forwards every request with this key, for programs that cannot send one. All other headers stay as they are. */
export async function startKeyProxy(base: string, key: string) {
  const { hostname, port } = new URL(base);
  const server = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming;
    const options = { hostname, port, method, path, headers: { ...headers, authorization: `Bearer ${key}` } };
    const outgoing = send(options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  };
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What OpenSearch would respond if every request succeeded: a healthy cluster, existing indices, written documents. */
const response = JSON.stringify({
  ...{ acknowledged: true, errors: false, status: 'green', timed_out: false },
  ...{ _shards: { failed: 0 }, docs: [] },
});

/** An address that accepts every request of a rebuild and discards the documents, so that only the rebuild is measured. */
export async function openSink() {
  const server = createServer((request, answer) => {
    request.resume().on('end', () => answer.writeHead(200, { 'content-type': 'application/json' }).end(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

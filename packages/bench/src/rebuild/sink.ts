import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What OpenSearch would respond if every request succeeded: a healthy cluster, existing indices, written documents. */
const response = JSON.stringify({
  ...{ acknowledged: true, errors: false, status: 'green', timed_out: false },
  ...{ _shards: { failed: 0 }, docs: [] },
});

/**
 * An address that accepts every request of a rebuild and discards the documents, so that only the rebuild is measured.
 * @param file if given, the bulk requests are written to it, one after the other
 */
export async function openSink(file?: string) {
  let bytes = 0;
  const sizes: number[] = [];
  const out = file === undefined ? undefined : createWriteStream(file);
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (out) chunks.push(chunk);
    });
    request.on('end', () => {
      if (out && request.url?.startsWith('/_bulk')) {
        const body = Buffer.concat(chunks);
        sizes.push(body.length);
        out.write(body);
      }
      answer.writeHead(200, { 'content-type': 'application/json' }).end(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    /** The sizes of the bulk requests in the file. */
    sizes: (): readonly number[] => sizes,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (!out) return;
      out.end();
      await once(out, 'close');
    },
  };
}

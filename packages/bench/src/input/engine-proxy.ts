import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { forbiddenIn } from './faults.ts';

/** Paths without a value of a caller: names of indices and operations of OpenSearch. */
const plainPath = /^\/(?:[\w.,*-]|%2C|\/)*(?:\?[\w=&.,*-]*)?$/;

const linesIn = (body: string): unknown[] =>
  body.startsWith('{') && body.includes('\n')
    ? body.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]))
    : [JSON.parse(body)];

/** Forwards requests to OpenSearch, and looks at each query on its way. */
export async function openOpenSearchProxy(target: URL) {
  const agent = new Agent({ keepAlive: true });
  const faults: string[] = [];
  let queries = 0;
  function look(path: string, body: string): void {
    if (path.includes('/_bulk')) return;
    queries += 1;
    if (!plainPath.test(path)) faults.push(`the path ${path.slice(0, 200)}`);
    const found = body === '' ? [] : forbiddenIn(linesIn(body));
    if (found.length > 0) faults.push(`${found.join(', ')} in ${body.slice(0, 500)}`);
  }
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url: path = '/', headers } = incoming;
    const bytes = await buffer(incoming);
    look(path, bytes.toString('utf8'));
    const options = { host: target.hostname, port: target.port, method, path, headers, agent };
    send(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    })
      .on('error', () => outgoing.destroy())
      .end(bytes);
  };
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many queries OpenSearch got. */
    queries: () => queries,
    /** What a query must not contain, and does. */
    faults,
    close() {
      server.close().closeAllConnections();
      agent.destroy();
    },
  };
}

import { connect, createServer, type Server, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** A message to the thread. The thread confirms each order after it is done. */
export interface LinkOrder {
  readonly what: 'cut' | 'restore' | 'swallow';
  /** Swallow only the data of clients whose first bytes contain this. */
  readonly only: string;
}

interface Way {
  readonly client: Socket;
  readonly server: Socket;
  /** The first bytes from the client, which identify it. */
  greeting: string;
}

const { port: targetPort, hostname } = new URL((workerData as { target: string }).target);
const ways = new Set<Way>();
/** Data of links whose greeting contains this is discarded; the sockets stay open. */
let swallowed: string | undefined;
let listener: Server | undefined;
let ownPort = 0;

const isSwallowed = ({ greeting }: Way) => swallowed !== undefined && greeting.includes(swallowed);

function end(way: Way): void {
  ways.delete(way);
  way.client.destroy();
  way.server.destroy();
}

function pass(way: Way, from: Socket, to: Socket): void {
  from.setNoDelay(true);
  from.on('data', (bytes) => {
    if (from === way.client && way.greeting === '') way.greeting = bytes.toString('latin1');
    if (!isSwallowed(way)) to.write(bytes);
  });
  from.on('error', () => from.destroy());
  from.on('close', () => {
    // Behind a black hole, the end of the other side is not noticed either.
    if (!isSwallowed(way)) end(way);
  });
}

function open(client: Socket): void {
  const way: Way = { client, server: connect(Number(targetPort), hostname), greeting: '' };
  ways.add(way);
  pass(way, client, way.server);
  pass(way, way.server, client);
}

function listen(): Promise<void> {
  const server = createServer(open);
  listener = server;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(ownPort, '127.0.0.1', () => {
    ownPort = (server.address() as { port: number }).port;
    resolve();
  });
  return promise;
}

const orders = {
  async cut() {
    listener?.close();
    listener = undefined;
    ways.forEach(end);
  },
  async restore() {
    // Discarded data is lost, so a link with a gap must end.
    [...ways].filter(isSwallowed).forEach(end);
    swallowed = undefined;
    if (!listener) await listen();
  },
  async swallow({ only }: LinkOrder) {
    swallowed = only;
  },
};

parentPort?.on('message', (order: LinkOrder) => {
  void orders[order.what](order).then(() => parentPort?.postMessage('done'));
});
await listen();
parentPort?.postMessage(ownPort);

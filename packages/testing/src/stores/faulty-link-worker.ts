import { connect, createServer, type Server, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** A message to the thread. The thread confirms each order after it is done. */
export type LinkOrder =
  | { readonly what: 'cut' | 'restore' }
  /** Swallow only the data of clients whose first bytes contain this. */
  | { readonly what: 'swallow'; readonly only: string }
  | { readonly what: 'slow'; readonly slowness: Slowness };

/** A slow network: how long data takes in each direction, and how often and for how long a direction stalls. */
export interface Slowness {
  readonly delayMs: number;
  readonly stallShare: number;
  readonly stallMs: number;
}

interface Way {
  readonly client: Socket;
  readonly server: Socket;
  /** The first bytes from the client, which identify it. */
  greeting: string;
}

const target = new URL((workerData as { target: string }).target);
const ways = new Set<Way>();
/** Data of links whose greeting contains this is discarded; the sockets stay open. */
let swallowed: string | undefined;
const quick: Slowness = { delayMs: 0, stallShare: 0, stallMs: 0 };
let slowness = quick;
let listener: Server | undefined;
let ownPort = 0;

const isSwallowed = ({ greeting }: Way) => swallowed !== undefined && greeting.includes(swallowed);

function end(way: Way): void {
  ways.delete(way);
  way.client.destroy();
  way.server.destroy();
}

/** Writes at once, or later; what was sent first arrives first, as in TCP: a stall delays all that follows. */
function openLane(to: Socket): (bytes: Buffer) => void {
  const waiting: { bytes: Buffer; due: number }[] = [];
  function flush(): void {
    // Bytes that are due a moment later may go along: one timer at a time keeps their order.
    while (waiting[0] && waiting[0].due <= performance.now() + 1) to.write(waiting.shift()?.bytes as Buffer);
    if (waiting[0]) setTimeout(flush, Math.max(0, waiting[0].due - performance.now()));
  }
  return (bytes) => {
    const { delayMs, stallShare, stallMs } = slowness;
    const due = performance.now() + delayMs + (Math.random() < stallShare ? stallMs : 0);
    const isIdle = waiting.length === 0;
    waiting.push({ bytes, due: Math.max(due, waiting.at(-1)?.due ?? 0) });
    if (isIdle) flush();
  };
}

function pass(way: Way, from: Socket, to: Socket): void {
  const write = openLane(to);
  from.setNoDelay(true);
  from.on('data', (bytes) => {
    if (from === way.client && way.greeting === '') way.greeting = bytes.toString('latin1');
    if (!isSwallowed(way)) write(bytes);
  });
  from.on('error', () => from.destroy());
  from.on('close', () => {
    // Behind a black hole, the end of the other side is not noticed either.
    if (!isSwallowed(way)) end(way);
  });
}

function open(client: Socket): void {
  const way: Way = { client, server: connect(Number(target.port), target.hostname), greeting: '' };
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

async function obey(order: LinkOrder): Promise<void> {
  switch (order.what) {
    case 'cut':
      listener?.close();
      listener = undefined;
      return ways.forEach(end);
    case 'restore':
      // Discarded data is lost, so a link with a gap must end.
      [...ways].filter(isSwallowed).forEach(end);
      swallowed = undefined;
      slowness = quick;
      return listener ? undefined : listen();
    case 'swallow':
      swallowed = order.only;
      return;
    case 'slow':
      slowness = order.slowness;
  }
}

parentPort?.on('message', (order: LinkOrder) => {
  void obey(order).then(() => parentPort?.postMessage('done'));
});
await listen();
parentPort?.postMessage(ownPort);

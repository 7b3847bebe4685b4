import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** The server, the requests and the rate. */
export interface ConstantRateOrder {
  readonly base: string;
  /** The file with the requests: see wrk.lua. */
  readonly list: string;
  readonly keys: readonly string[];
  /** How many requests of the file are one operation, sent one after the other (1). */
  readonly perOperation?: number;
  /** Operations per second. */
  readonly perSecond: number;
  readonly seconds: number;
}

export interface ConstantRateResult {
  readonly requests: number;
  readonly failed: number;
  readonly latenciesMs: readonly number[];
}

const connections = 64;
/** A timer can be this late, so shorter waits poll instead. */
const timerMs = 2;

interface Due {
  readonly at: number;
  /** The requests of the operation that are not sent yet. */
  readonly texts: string[];
}

function* requestsOf({ base, list, keys }: ConstantRateOrder): Generator<string> {
  const lines = readFileSync(list, 'utf8').trimEnd().split('\n');
  for (let turn = 0; ; turn += 1) {
    const [method, path, body = ''] = (lines[turn % lines.length] as string).split('\t');
    const key = keys.length > 0 ? `Authorization: Bearer ${keys[turn % keys.length]}\r\n` : '';
    const head = `${method} ${path} HTTP/1.1\r\nHost: ${new URL(base).host}\r\n${key}`;
    const length = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    yield `${head}${body ? length : ''}\r\n${body}`;
  }
}

/** The end of the first response in the text; -1 if it is incomplete. */
function endOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return -1;
  const end = head + 4 + Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1]);
  return text.length >= end ? end : -1;
}

/** Connections that send the next request as soon as they are free. */
function openConnections(base: string, seen: { failed: number; latenciesMs: number[] }) {
  const { hostname, port } = new URL(base);
  const waiting: Due[] = [];
  const free: Socket[] = [];
  const busy = new Map<Socket, Due>();
  const sockets: Socket[] = [];
  function sendNext(): void {
    while (waiting.length > 0 && free.length > 0) {
      const [due, socket] = [waiting.shift() as Due, free.pop() as Socket];
      busy.set(socket, due);
      socket.write(due.texts.shift() as string);
    }
  }
  function receive(socket: Socket, text: string): void {
    const { at, texts } = busy.get(socket) as Due;
    if (!/^HTTP\/1.1 2/.test(text)) seen.failed += 1;
    const next = texts.shift();
    if (next !== undefined) return void socket.write(next);
    seen.latenciesMs.push(performance.now() - at);
    busy.delete(socket);
    free.push(socket);
    sendNext();
  }
  async function open(): Promise<void> {
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    let text = '';
    socket.on('data', (more) => {
      text += more;
      if (endOf(text) < 0) return;
      const whole = text;
      text = '';
      receive(socket, whole);
    });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    sockets.push(socket);
    free.push(socket);
  }
  return {
    open: () => Promise.all(Array.from({ length: connections }, open)),
    send(due: Due): void {
      waiting.push(due);
      sendNext();
    },
    isIdle: () => busy.size + waiting.length === 0,
    close: () => sockets.map((socket) => socket.destroy()),
  };
}

/** Sends requests at a constant rate, independent of the responses. Latency counts from the time when a request is due. */
async function load(order: ConstantRateOrder): Promise<ConstantRateResult> {
  const seen = { failed: 0, latenciesMs: [] as number[] };
  const pool = openConnections(order.base, seen);
  await pool.open();
  const requests = requestsOf(order);
  const { perOperation = 1 } = order;
  const nextTexts = () => Array.from({ length: perOperation }, () => requests.next().value as string);
  const count = order.perSecond * order.seconds;
  const began = performance.now() + 10;
  const dueAt = (turn: number) => began + (turn * 1000) / order.perSecond;
  let sent = 0;
  await new Promise<void>((resolve) => {
    function step(): void {
      for (; sent < count && dueAt(sent) <= performance.now(); sent += 1) {
        pool.send({ at: dueAt(sent), texts: nextTexts() });
      }
      if (sent === count && pool.isIdle()) {
        resolve();
        return;
      }
      const waitMs = sent < count ? dueAt(sent) - performance.now() : 1;
      if (waitMs > timerMs) setTimeout(step, waitMs - timerMs);
      else setImmediate(step);
    }
    step();
  });
  pool.close();
  return { requests: count, ...seen };
}

process.on('message', (order: ConstantRateOrder) => {
  void load(order).then((result) => process.send?.(result, () => process.disconnect()));
});

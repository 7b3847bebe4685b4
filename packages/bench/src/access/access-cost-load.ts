import { connect, type Socket } from 'node:net';

/** The server, the key and the duration. */
export interface LoadOrder {
  readonly port: number;
  readonly key: string;
  readonly connections: number;
  readonly ms: number;
}
export interface LoadResult {
  readonly responses: number;
  /** Responses with a status other than 200. */
  readonly refused: number;
  readonly seconds: number;
}

interface Tally {
  responses: number;
  refused: number;
  isOver: boolean;
}

/** The end of the first response in the text; -1 if it is incomplete. */
function endOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return -1;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1]);
  const end = head + 4 + length;
  return text.length >= end ? end : -1;
}

/** Sends the next request on a connection as soon as the response arrives. */
function sendOn(socket: Socket, request: string, tally: Tally): void {
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (more: string) => {
    text += more;
    const end = endOf(text);
    if (end < 0) return;
    tally.responses += 1;
    if (!text.startsWith('HTTP/1.1 200')) tally.refused += 1;
    text = text.slice(end);
    if (tally.isOver) socket.destroy();
    else socket.write(request);
  });
  socket.write(request);
}

async function load({ port, key, connections, ms }: LoadOrder): Promise<LoadResult> {
  const request = `GET /company?id=kestrel HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const tally: Tally = { responses: 0, refused: 0, isOver: false };
  const began = performance.now();
  const ended = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1', () => sendOn(socket, request, tally));
    socket.setNoDelay();
    return new Promise<void>((resolve, reject) => {
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });
  });
  setTimeout(() => {
    tally.isOver = true;
  }, ms);
  await Promise.all(ended);
  return { responses: tally.responses, refused: tally.refused, seconds: (performance.now() - began) / 1000 };
}

process.on('message', (order: LoadOrder) => {
  void load(order).then((result) => process.send?.(result));
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface DribblerOptions {
  readonly port: number;
  readonly count: number;
  /** How many of them share an address. */
  readonly perAddress: number;
  /** What each sends first; absent: the beginning of its headers. */
  readonly begin?: string;
  /** How often each sends another byte; absent: it is silent. */
  readonly everyMs?: number;
  /** Whether they read what the server sends. */
  readonly isReading?: boolean;
}

/** Fewer than the backlog of the server, so that none is rejected before it is accepted. */
const together = 100;
const beginOfHeaders = 'GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: ';

async function openOne(
  { port, begin = beginOfHeaders, isReading = true }: DribblerOptions,
  localAddress: string,
): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true });
  await once(socket, 'connect');
  socket.on('error', () => {});
  if (isReading) socket.resume();
  if (begin !== '') socket.write(begin);
  return socket;
}

/** Clients in the loopback network that never close: only the server can disconnect them. */
export async function openDribblers(options: DribblerOptions) {
  const { count, perAddress, everyMs } = options;
  const sockets: Socket[] = [];
  const dribble = () => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  };
  const timer = everyMs === undefined ? undefined : setInterval(dribble, everyMs);
  while (sockets.length < count) {
    const wave = Array.from({ length: Math.min(together, count - sockets.length) }, (_, at) =>
      openOne(options, `127.0.1.${1 + Math.floor((sockets.length + at) / perAddress)}`),
    );
    sockets.push(...(await Promise.all(wave)));
  }
  return {
    /** How many the server has not disconnected yet. */
    open: () => sockets.filter(({ closed, readableEnded }) => !closed && !readableEnded).length,
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

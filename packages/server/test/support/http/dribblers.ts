import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface DribblerOptions {
  readonly port: number;
  readonly count: number;
  /** How many of them share an address. */
  readonly perAddress: number;
  /** How often each sends another byte of its headers. */
  readonly everyMs: number;
}

/** Fewer than the backlog of the server, so that none is rejected before it is accepted. */
const together = 100;

async function openOne(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true });
  await once(socket, 'connect');
  socket.on('error', () => {}).resume();
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  return socket;
}

/**
 * Clients in the loopback network that never finish their headers and never close: only the server can disconnect them.
 */
export async function openDribblers({ port, count, perAddress, everyMs }: DribblerOptions) {
  const sockets: Socket[] = [];
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, everyMs);
  while (sockets.length < count) {
    const wave = Array.from({ length: Math.min(together, count - sockets.length) }, (_, at) =>
      openOne(port, `127.0.1.${1 + Math.floor((sockets.length + at) / perAddress)}`),
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

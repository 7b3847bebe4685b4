import type { Server, Socket } from 'node:net';
import { checkConnectionsMs } from './limits.ts';

/** Destroys connections whose client does not read what it requested: Node itself waits for it without a limit. */
export function releaseUnread(server: Server, withinMs: number): void {
  /** Since when each connection has bytes that its client has not taken; undefined: it has none. */
  const waiting = new Map<Socket, number | undefined>();
  server.on('connection', (socket: Socket) => {
    waiting.set(socket, undefined);
    socket.once('close', () => waiting.delete(socket));
  });
  const check = () => {
    const now = Date.now();
    for (const [socket, since] of waiting) {
      if (socket.writableLength === 0) waiting.set(socket, undefined);
      else if (since === undefined) waiting.set(socket, now);
      else if (now - since >= withinMs) socket.destroy();
    }
  };
  const timer = setInterval(check, checkConnectionsMs).unref();
  server.once('close', () => clearInterval(timer));
}

import type { Server, Socket } from 'node:net';
import { Failure } from '../../core/errors/failure.ts';
import { includesAddress, parseAddress } from '../../core/ip-addresses.ts';
import { endWith } from './client-error.ts';
import { checkConnectionsMs } from './limits.ts';

export interface ConnectionLimit {
  readonly perAddress: number;
  /** Addresses and networks without a limit: proxies, which connect for many clients. */
  readonly exempt: readonly string[];
  onRefused(): void;
}

/** Counts the open connections of each address. */
class ConnectionCounts {
  readonly #counts = new Map<string, number>();

  add(address: string, socket: Socket): number {
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    socket.once('close', () => this.#remove(address));
    return count;
  }

  #remove(address: string): void {
    const count = (this.#counts.get(address) ?? 0) - 1;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }
}

function refuse(socket: Socket, isFlood: boolean): void {
  socket.on('error', () => {});
  if (isFlood) socket.destroy();
  else
    endWith(
      socket.resume(),
      new Failure('overloaded', {
        message: 'Too many connections from your address.',
        retryAfter: 1,
      }),
    );
}

/** Refuses connections of an address that has too many. A client learns why, unless it opens twice as many as it may. */
export function limitConnections(server: Server, { perAddress, exempt, onRefused }: ConnectionLimit): void {
  const exempted = exempt.flatMap((text) => parseAddress(text) ?? []);
  const counts = new ConnectionCounts();
  const accept = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = exempted.length > 0 && includesAddress(exempted, address) ? 0 : counts.add(address, socket);
    if (count <= perAddress) {
      for (const listener of accept) listener.call(server, socket);
      return;
    }
    onRefused();
    refuse(socket, count > 2 * perAddress);
  });
}

/** Destroys connections whose client does not read what it requested: Node itself waits for it without a limit. */
export function releaseUnread(server: Server, withinMs: number): void {
  /** Since when each connection has bytes that its client has not taken; undefined: it has none. */
  const waiting = new Map<Socket, number | undefined>();
  server.on('connection', (socket: Socket) => {
    waiting.set(socket, undefined);
    socket.once('close', () => waiting.delete(socket));
  });
  const check = () => {
    const now = performance.now();
    for (const [socket, since] of waiting) {
      if (socket.writableLength === 0) waiting.set(socket, undefined);
      else if (since === undefined) waiting.set(socket, now);
      else if (now - since >= withinMs) socket.destroy();
    }
  };
  const timer = setInterval(check, checkConnectionsMs).unref();
  server.once('close', () => clearInterval(timer));
}

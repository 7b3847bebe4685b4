import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { type EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the system gives to outgoing connections, one of which could take the port before the server does. */
const ports = { from: 20_000, to: 32_000 };

/**
 * Holds the UDP port of the same number until this process ends, so that no call in any process is given the port again: a server may
 * listen there much later, or restart. Nothing else uses these UDP ports. Returns false if it is held already.
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  const isReserved = await listens(socket);
  if (!isReserved) socket.close();
  return isReserved;
}

/** Whether no other program listens there. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  if (!(await listens(server))) return false;
  server.close();
  await once(server, 'close');
  return true;
}

const listens = (socket: EventEmitter): Promise<boolean> =>
  once(socket, 'listening').then(
    () => true,
    () => false,
  );

/** A random port on which a server of the caller can listen, now and later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.to);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

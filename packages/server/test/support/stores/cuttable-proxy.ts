import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, turned into a black hole, and mended. */
export async function openProxy(target: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  let connections = 0;
  let swallows = false;
  const swallow = (socket: Socket) => socket.unpipe().resume();
  const server = createServer((client) => {
    connections += 1;
    if (isCut) {
      client.destroy();
      return;
    }
    if (swallows) {
      sockets.add(client);
      client.on('error', () => {});
      client.on('close', () => sockets.delete(client));
      swallow(client);
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    /** How many clients have connected so far, those that were cut off included. */
    connections: () => connections,
    /** How many sockets are open, of both sides. */
    openSockets: () => sockets.size,
    cut() {
      isCut = true;
      destroyAll();
    },
    /** Everything is taken, nothing is answered, and nobody is told. */
    blackhole() {
      swallows = true;
      for (const socket of sockets) swallow(socket);
    },
    mend() {
      isCut = false;
      swallows = false;
    },
    close() {
      destroyAll();
      server.close();
    },
  };
}

import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a server that a test can cut, turn into a black hole, and restore. */
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
    /** How many clients have connected so far, including those that were disconnected. */
    connections: () => connections,
    /** How many sockets are open, on both sides. */
    openSockets: () => sockets.size,
    cut() {
      isCut = true;
      destroyAll();
    },
    /** Accepts all data and returns nothing, without closing connections. */
    blackhole() {
      swallows = true;
      for (const socket of sockets) swallow(socket);
    },
    restore() {
      isCut = false;
      swallows = false;
    },
    close() {
      destroyAll();
      server.close();
    },
  };
}

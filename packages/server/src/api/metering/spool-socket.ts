import { renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';

/** Whether a process is alive. Absent: it never listened, or its socket was removed. */
export type Liveness = 'alive' | 'dead' | 'absent';

const lifeOfCode: Readonly<Record<string, Liveness>> = { ECONNREFUSED: 'dead', ENOENT: 'absent' };

/** Connects to the socket: a killed process no longer listens, a suspended one still does. */
export function readLiveness(path: string): Promise<Liveness> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve('alive');
    });
    // Any other error, such as a full backlog, comes from a process that is alive.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(lifeOfCode[error.code ?? ''] ?? 'alive'));
  });
}

/** Listens as long as this process is alive, under a name that appears only once it listens. */
async function listenAt(path: string): Promise<Server> {
  const beforehand = path.replace(/sock$/, 'new');
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Exclusive: otherwise a worker's socket would belong to its primary and prove nothing.
    server.listen({ path: beforehand, exclusive: true }, resolve);
  });
  server.on('error', () => {});
  server.unref();
  renameSync(beforehand, path);
  return server;
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** The socket that proves that the process is alive. */
export class SpoolSocket {
  readonly #path: string;
  #server: Server;

  private constructor(path: string, server: Server) {
    this.#path = path;
    this.#server = server;
  }

  static async open(path: string): Promise<SpoolSocket> {
    return new SpoolSocket(path, await listenAt(path));
  }

  /** Recreates the socket if the folder was cleaned up, so that we do not look dead. */
  async recreateIfMissing(): Promise<void> {
    if (statSync(this.#path, { throwIfNoEntry: false })) return;
    const old = this.#server;
    this.#server = await listenAt(this.#path);
    await closed(old);
  }

  /** Stops listening. The file stays, so that others see that the process is gone. */
  async close(): Promise<void> {
    await closed(this.#server);
  }

  async remove(): Promise<void> {
    await this.close();
    rmSync(this.#path, { force: true });
  }
}

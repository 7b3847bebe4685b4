import { renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';

/** Whether a process lives. Absent: it never listened, or somebody removed its socket. */
export type Life = 'alive' | 'dead' | 'absent';

const lifeOfCode: Readonly<Record<string, Life>> = { ECONNREFUSED: 'dead', ENOENT: 'absent' };

/** Asks the kernel: a process that was killed listens no more, one that was only halted still does. */
export function readLife(path: string): Promise<Life> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve('alive');
    });
    // Any other refusal, as of a full queue, comes from somebody who is there.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(lifeOfCode[error.code ?? ''] ?? 'alive'));
  });
}

/** Listens for as long as this process lives, under a name that appears only once it does. */
async function listenAt(path: string): Promise<Server> {
  const beforehand = path.replace(/sock$/, 'new');
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Exclusive: a worker's would else be its primary's, and prove nothing.
    server.listen({ path: beforehand, exclusive: true }, resolve);
  });
  server.on('error', () => {});
  server.unref();
  renameSync(beforehand, path);
  return server;
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** The socket that proves life. */
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

  /** Whoever cleans up the folder must not make us look dead. */
  async mend(): Promise<void> {
    if (statSync(this.#path, { throwIfNoEntry: false })) return;
    const old = this.#server;
    this.#server = await listenAt(this.#path);
    await closed(old);
  }

  /** Ends the proof. The file stays, so that others see that nobody listens. */
  async close(): Promise<void> {
    await closed(this.#server);
  }

  async remove(): Promise<void> {
    await this.close();
    rmSync(this.#path, { force: true });
  }
}

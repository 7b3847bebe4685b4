import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isProcessOf, readPid, runOrThrow, stopProcess } from './process.ts';
import type { Settings } from './settings.ts';
import type { Daemon, Store } from './store.ts';

export function redisStore(settings: Settings, program: () => string): Store {
  const folder = join(settings.home, 'stores', 'redis');
  const port = settings.redisPort;
  const pidFile = join(folder, 'redis.pid');
  const log = join(folder, 'redis.log');

  const pid = () => {
    const found = readPid(pidFile);
    return found !== undefined && isProcessOf(found, folder) ? found : undefined;
  };
  const start = async () => {
    await runOrThrow(program(), redisArguments({ folder, port, pidFile, log }));
  };
  const daemon: Daemon = {
    name: 'Redis',
    folder,
    address: `127.0.0.1:${port}`,
    ports: [{ port, setting: 'ORGDEX_STORES_REDIS_PORT' }],
    log,
    pid,
    start,
    stop: () => stopProcess(pid, ['SIGTERM', 'SIGKILL']),
  };
  return {
    name: daemon.name,
    address: daemon.address,
    daemons: [daemon],
    prepare: async () => void mkdirSync(folder, { recursive: true }),
    isReady: () => answersPing(port),
  };
}

type RedisFiles = { folder: string; port: number; pidFile: string; log: string };

// Redis holds only what may be lost, so nothing is written to disk.
const redisArguments = ({ folder, port, pidFile, log }: RedisFiles) =>
  Object.entries({
    bind: '127.0.0.1',
    port: String(port),
    dir: folder,
    daemonize: 'yes',
    pidfile: pidFile,
    logfile: log,
    save: '',
    appendonly: 'no',
  }).flatMap(([name, value]) => [`--${name}`, value]);

function answersPing(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('data', (answer) => {
      done(answer.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => done(false));
  });
}

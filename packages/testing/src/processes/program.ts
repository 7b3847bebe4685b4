import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

async function run(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code: code as number | null, lines: out.split('\n').filter(Boolean) };
}

/** Runs one of our programs until it exits. */
export const runProgram = (file: URL, ...args: string[]) => run(process.execPath, [fileURLToPath(file), ...args]);

/**
 * Runs it three times in parallel on one pipe that is read slowly, so that it fills up: the pipes of Node are sockets.
 */
export const runThree = (file: URL, ...args: string[]) =>
  run('sh', [
    '-c',
    '{ "$@" & "$@" & "$@" & wait; } | dd bs=1000 status=none',
    'sh',
    process.execPath,
    fileURLToPath(file),
    ...args,
  ]);

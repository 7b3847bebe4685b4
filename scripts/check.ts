import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cache = 'node_modules/.cache/check.tsbuildinfo';
const consoleCache = 'node_modules/.cache/check-console.tsbuildinfo';

/** Longest first, so that the last one to end ended early. None depends on another. */
const steps: Record<string, readonly string[]> = {
  // The arguments of this command are for the tests.
  'pure tests': ['vitest', 'run', '--project', 'pure', '--reporter', 'dot', ...process.argv.slice(2)],
  'promises, switches, cycles': ['oxlint', '--threads', '1'],
  types: ['tsc', '--project', '.', '--noEmit', '--incremental', '--tsBuildInfoFile', cache],
  'types of the console': [
    'tsc',
    '--project',
    'packages/console',
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    consoleCache,
  ],
  'dead code': ['knip', '--no-progress'],
  'format, lint, boundaries': ['biome', 'check', '--error-on-warnings', '--max-diagnostics', '200'],
  'derived files': [process.execPath, 'scripts/reference.ts', '--check'],
};
const atOnce = 2;

interface Outcome {
  name: string;
  passed: boolean;
  output: string;
}

const bin = join(root, 'node_modules/.bin');
const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, FORCE_COLOR: '0' };
const secondsSince = (began: number): string => `${((Date.now() - began) / 1000).toFixed(1)} s`;

function run(name: string, [command = '', ...args]: readonly string[]): Promise<Outcome> {
  const began = Date.now();
  const child = spawn(command, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve) => {
    const end = (passed: boolean) => {
      console.log(`${passed ? '✓' : '✗'} ${name.padEnd(28)} ${secondsSince(began)}`);
      resolve({ name, passed, output });
    };
    child.on('error', (error) => {
      output += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** Runs the steps, `atOnce` at a time, and returns every outcome. */
async function runAll(): Promise<Outcome[]> {
  const waiting = Object.entries(steps);
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) outcomes.push(await run(...next));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

const began = Date.now();
const failed = (await runAll()).filter(({ passed }) => !passed);
for (const { name, output } of failed) console.log(`\n── ${name} ──\n${output.trim()}`);
console.log(`\n${failed.length === 0 ? 'All checks passed' : `${failed.length} failed`} in ${secondsSince(began)}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

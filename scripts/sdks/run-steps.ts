import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

type Command = readonly string[];

export interface CheckStep {
  readonly name: string;
  /** Installs what is needed, and returns the commands to run, one after the other. */
  commands(): readonly Command[];
  /** What is wrong with the output of the commands; undefined: nothing. */
  problemOf?(output: string): string | undefined;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function runCommand(root: string, [command = '', ...args]: Command): Promise<Ended> {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, PYTHONDONTWRITEBYTECODE: '1', FORCE_COLOR: '0' };
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ code: 1, output: output + message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** What is wrong, or undefined. */
async function runStep(root: string, step: CheckStep): Promise<string | undefined> {
  let all = '';
  for (const command of step.commands()) {
    const { code, output } = await runCommand(root, command);
    if (code !== 0) return `${command.join(' ')}\n${output}`;
    all += output;
  }
  return step.problemOf?.(all);
}

/** Runs the steps one after the other, and says what failed. */
export async function runSteps(root: string, steps: readonly CheckStep[]): Promise<boolean> {
  const failures: string[] = [];
  for (const step of steps) {
    const began = Date.now();
    const problem = await runStep(root, step).catch((error: Error) => error.message);
    console.log(
      `${problem === undefined ? '✓' : '✗'} ${step.name.padEnd(36)} ${((Date.now() - began) / 1000).toFixed(1)} s`,
    );
    if (problem !== undefined) failures.push(`── ${step.name} ──\n${problem.trim()}`);
  }
  for (const failure of failures) console.log(`\n${failure}`);
  return failures.length === 0;
}

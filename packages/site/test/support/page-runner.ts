import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPythons, root } from '../../../sdk/test/support/tools.ts';
import { freePort } from '../../../testing/src/processes/free-port.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import { listTools } from './assistant.ts';
import { type CodeBlock, hasFields, missingLines } from './code-blocks.ts';

const mark = '── end of code: ';
const endOfCode = /── end of code: (\d+)\n/;

/** Executes each line of JSON that it reads, like the cells of a notebook. */
const notebook = `
import json, sys
cells = {}
for line in sys.stdin:
    exec(json.loads(line), cells)
    print("${mark}0", flush=True)
`;

/** The longest time of one block. */
const longestMs = 120_000;

/** A program that reads code and writes a mark and a status after it. */
class Session {
  readonly #child: ChildProcess;
  #written = '';

  constructor(command: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
    // A group of its own, because npx does not end what it starts.
    this.#child = spawn(command, args, { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text) => {
        this.#written += text;
      });
  }

  /** What the code printed. It fails if the code does. */
  async execute(code: string): Promise<string> {
    this.#written = '';
    this.#child.stdin?.write(code);
    let end: RegExpExecArray | null = null;
    const deadline = Date.now() + longestMs;
    for (; !end && this.#child.exitCode === null && Date.now() < deadline; end = endOfCode.exec(this.#written))
      await sleep(20);
    // What the code wrote to the other stream may arrive a moment later.
    await sleep(50);
    const printed = this.#written.replace(endOfCode, '');
    if (end?.[1] !== '0')
      throw new Error(`It ended with ${end?.[1] ?? this.#child.exitCode ?? 'nothing'}:\n${printed}`);
    return printed;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, 'close');
    process.kill(-(this.#child.pid as number), 'SIGKILL');
    await closed;
  }
}

/** A folder that looks like a clone of the repository, in which the code of a page cannot change it. */
function makeClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-page-'));
  for (const name of ['docs', 'node_modules', 'package.json', 'packages', 'python'])
    symlinkSync(join(root, name), join(folder, name));
  return folder;
}

const documentedPort = '127.0.0.1:8080';

async function environmentOf(installation: Installation, port: number): Promise<NodeJS.ProcessEnv> {
  const python = findPythons().at(-1)?.path ?? '';
  const places = [join(root, 'node_modules/.bin'), dirname(process.execPath), dirname(python)];
  return {
    ...installation.env,
    PATH: [...places, process.env.PATH].join(delimiter),
    PYTHONPATH: join(root, 'python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
    PORT: String(port),
    METRICS_PORT: String(await freePort()),
    NO_COLOR: '1',
  };
}

/** The keys that a reader has: the given one, and those that the page created. A page shows a key as `orgdex_live_…`. */
class Keys {
  readonly #byKind = new Map<string, string>();

  note(text: string): void {
    for (const [key, kind] of text.matchAll(/orgdex_(live|test|recon)_\w{30,}/g)) this.#byKind.set(kind as string, key);
  }

  insert(text: string): string {
    return text.replaceAll(/orgdex_(live|test|recon)_…/g, (shown, kind: string) => this.#byKind.get(kind) ?? shown);
  }
}

/** A server and a test key, for pages whose reader has both. */
async function startForReader(installation: Installation, port: number) {
  const serving = await startProcess(installation, { settings: { PORT: String(port) } });
  const scopes = ['company:read', 'company:search', 'people:search'].flatMap((scope) => ['--scope', scope]);
  const { out } = await installation.orgdex(
    'key',
    'create',
    '--account',
    'reader',
    '--create-account',
    '--test',
    ...scopes,
  );
  return { key: out.trim(), stop: serving.stop };
}

async function waitUntilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new Error('The server that the page starts is not ready.');
}

/** Does what a page says, in a new installation. Returns how its outputs differ. */
export async function runPage(blocks: readonly CodeBlock[]): Promise<string[]> {
  const installation = await openInstallation();
  const folder = makeClone();
  const port = await freePort();
  const env = await environmentOf(installation, port);
  const startsServer = blocks.some(({ words }) => words.includes('background'));
  const reader = startsServer ? undefined : await startForReader(installation, port);
  const session = { cwd: folder, env: { ...env, ...(reader && { ORGDEX_KEY: reader.key }) } };
  const shell = new Session(
    'bash',
    [
      '-c',
      `set -o pipefail; exec 2>&1; while IFS= read -r -d "" code; do eval "$code"; printf "${mark}%s\\n" $?; done`,
    ],
    session,
  );
  const python = new Session('python3', ['-u', '-c', notebook], session);
  const background: Session[] = [];
  const differences: string[] = [];
  let printed = '';
  const keys = new Keys();
  keys.note(reader?.key ?? '');
  const adapt = (text: string) =>
    keys.insert(text.replaceAll(documentedPort, `127.0.0.1:${port}`).replaceAll('/home/me', folder));

  let program = '';
  const execute: Readonly<Record<string, (code: string) => Promise<string>>> = {
    sh: (code) => shell.execute(`${code}\0`),
    python: (code) => python.execute(`${JSON.stringify(code)}\n`),
    json: (code) => listTools(code, session),
    // A block may use what the blocks before it declare.
    ts(code) {
      program += code;
      writeFileSync(join(folder, 'page.ts'), program);
      return shell.execute('node page.ts\0');
    },
  };

  function compare(language: string, expected: string): string[] {
    const shown = printed.replaceAll(`127.0.0.1:${port}`, documentedPort);
    if (language === 'json') return hasFields(expected, shown) ? [] : [expected];
    return missingLines(expected, shown);
  }

  async function use({ language, line, title, words, text }: CodeBlock): Promise<void> {
    if (title !== undefined) writeFileSync(join(folder, title), adapt(text));
    else if (words.includes('background')) {
      background.push(new Session('bash', ['-c', `exec ${text}`], session));
      await waitUntilReady(port);
    } else if (words.includes('output')) {
      const missing = compare(language, text);
      if (missing.length > 0)
        differences.push(`line ${line}: not printed:`, ...missing, 'printed:', printed.slice(0, 5000));
    } else if (words.includes('run')) {
      const run = execute[language] ?? (() => Promise.reject(new Error(`no program runs ${language}`)));
      printed = await run(adapt(text)).catch((error: Error) => {
        throw new Error(`line ${line}: ${error.message}`);
      });
      keys.note(printed);
    }
  }

  try {
    for (const block of blocks) await use(block);
    return differences;
  } finally {
    for (const one of [shell, python, ...background]) await one.close();
    await reader?.stop();
    rmSync(folder, { recursive: true, force: true });
    await installation.close();
  }
}

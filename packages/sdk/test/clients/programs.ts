import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openBrowser } from '../../../testing/src/http/browser.ts';
import type { Report } from '../behavior/behavior-case.ts';
import { findNodes, findOldestNode, findPythons, type Program, pythonEnvironment, root } from '../support/tools.ts';

const execute = promisify(execFile);
const table = join(root, 'packages/sdk/test/behavior/cases.json');
const maxBuffer = 100_000_000;

/** A client in its surroundings: it runs the table against a service, and reports. */
export interface ClientProgram {
  readonly name: string;
  /** The first part of the address of its cases. */
  readonly run: string;
  readonly isBrowser?: boolean;
  /** @param bundle the file with the TypeScript SDK and its runner */
  report(url: string, bundle: string): Promise<Report[]>;
}

const pythonPrograms = (pythons: readonly Program[]): ClientProgram[] =>
  pythons.flatMap(({ version, path }) =>
    ['sync', 'async'].map((kind) => ({
      name: `Python ${version}, ${kind}`,
      run: `python-${version}-${kind}`,
      report: async (url) => {
        const args = [join(root, 'python/tests/behavior.py'), kind, url, table];
        const { stdout } = await execute(path, args, { env: pythonEnvironment(), maxBuffer });
        return JSON.parse(stdout);
      },
    })),
  );

/** The bundle is JavaScript, because older versions cannot load TypeScript. */
const nodePrograms = (nodes: readonly Program[]): ClientProgram[] =>
  nodes.map(({ version, path }) => ({
    name: `Node ${version}`,
    run: `node-${version}`,
    report: async (url, bundle) => {
      const main = `import { readFileSync } from 'node:fs';
        import { runCases } from ${JSON.stringify(bundle)};
        const cases = JSON.parse(readFileSync(${JSON.stringify(table)}, 'utf8'));
        console.log(JSON.stringify(await runCases(${JSON.stringify(url)}, cases)));`;
      const { stdout } = await execute(path, ['--input-type=module', '--eval', main], { maxBuffer });
      return JSON.parse(stdout);
    },
  }));

/** A browser opens at most six connections to an address. */
const atOnceInBrowser = 3;

/** As text, so that the test runner does not rewrite the import. */
const inPage = (url: string): string => `(async () => {
  const { runCases } = await import('/bundle.js');
  return runCases(${JSON.stringify(url)}, await (await fetch('/cases.json')).json(), ${atOnceInBrowser});
})()`;

const browserProgram: ClientProgram = {
  name: 'Chromium',
  run: 'chromium',
  isBrowser: true,
  report: async (url) => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(new URL('/page', url).href);
      return await page.evaluate(inPage(url));
    } finally {
      await browser.close();
    }
  },
};

/** The newest Python and the oldest Node, or with `ORGDEX_SDK_ALL=1` every supported program of this machine. */
export const findPrograms = (): ClientProgram[] =>
  process.env.ORGDEX_SDK_ALL
    ? [...pythonPrograms(findPythons()), ...nodePrograms(findNodes()), browserProgram]
    : [...pythonPrograms(findPythons().slice(-1)), ...nodePrograms([findOldestNode()])];

/** Programs that run at the same time: most of their cases wait. */
const atOnce = 2;

/** The reports of all programs, or why there is none. */
export async function runPrograms(
  programs: readonly ClientProgram[],
  report: (program: ClientProgram) => Promise<Report[]>,
): Promise<Map<string, Report[] | Error>> {
  const reports = new Map<string, Report[] | Error>();
  const waiting = [...programs];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      reports.set(next.run, await report(next).catch((error: Error) => error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return reports;
}

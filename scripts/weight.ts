// What a reader of the repository must hold in mind, counted: npm run weight
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));

const linesIn = (path: string): number => readFileSync(join(root, path), 'utf8').split('\n').length - 1;
const lines = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + linesIn(path), 0);
const within = (pattern: RegExp): string[] => files.filter((path) => pattern.test(path));

const isTest = (path: string): boolean => /\.test\.tsx?$|^packages\/[a-z]+\/test\/|^packages\/testing\//.test(path);
const code = within(/\.tsx?$/).filter((path) => !isTest(path) && !path.includes('/generated/'));
const measuring = within(
  /^packages\/(bench|server\/src\/synthetic\/(registers|truth|directory)|testing\/src\/synthetic)\/.*\.ts$/,
);

const rows: readonly [what: string, count: number][] = [
  ['lines of TypeScript without tests and generated code', lines(code)],
  [
    'lines that only measure: packages/bench and synthetic data',
    lines(measuring.filter((path) => !path.endsWith('.test.ts'))),
  ],
  [
    'files of at most 20 lines in packages/server/src',
    code.filter((path) => path.startsWith('packages/server/src/') && linesIn(path) <= 20).length,
  ],
  [
    'folders directly in packages/server/src',
    new Set(within(/^packages\/server\/src\/[^/]+\//).map((path) => path.split('/')[3])).size,
  ],
  ['migrations', within(/^packages\/server\/migrations\//).length],
  ['documents (Markdown)', within(/\.md$/).length],
  ['pages of decisions', within(/^docs\/decisions\//).length],
  ['pages of performance', within(/^docs\/performance\/[^/]*\.md$/).length],
  [
    'commands in package.json',
    Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts).length,
  ],
];
for (const [what, count] of rows) console.log(`${what.padEnd(62)}${count.toLocaleString('en-US').padStart(8)}`);

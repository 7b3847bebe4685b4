import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Locked {
  readonly license?: string;
  readonly dev?: true;
  readonly link?: true;
  readonly hasInstallScript?: true;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'));
const locked = Object.entries<Locked>(read('package-lock.json').packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

/** Licenses that allow use, change and sale without conditions on our own code. */
const permissive = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
];
/** Their conditions concern changes to their own files. They are used for development and are not part of a package or image. */
const forDevelopment = ['EPL-2.0', 'MPL-2.0'];

const choicesOf = (license = ''): string[] => license.replace(/[()]/g, '').split(' OR ');

test('every dependency has a license that we may use', () => {
  const isAllowed = ([, { license, dev }]: [string, Locked]) =>
    choicesOf(license).some((one) => permissive.includes(one) || (dev === true && forDevelopment.includes(one)));
  expect(locked.filter((one) => !isAllowed(one)).map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('only packages that package.json allows run a script at installation', () => {
  const withScript = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  const decided: Record<string, boolean> = read('package.json').allowScripts;
  expect(withScript).toEqual(Object.keys(decided).map((name) => `node_modules/${name}`));
  // node: puts the binary of its platform package in place. Only for development. esbuild works without its script.
  expect(Object.keys(decided).filter((name) => decided[name])).toEqual(['node']);
});

/**
 * Only the binaries for Linux are locked: the others were not available where the lock file was written. They are needed to build
 * the console or the documentation site, not to run orgdex. On another platform, run `npm install` instead of `npm ci` to build them.
 */
const incomplete = [
  'node_modules/@astrojs/compiler-binding',
  'node_modules/@tailwindcss/oxide',
  'node_modules/pagefind',
];

test('the lock file contains the binaries of all platforms', () => {
  const paths = new Set(Object.keys(read('package-lock.json').packages));
  const missing = locked.filter(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).some(
      (name) => !paths.has(`node_modules/${name}`) && !paths.has(`${path}/node_modules/${name}`),
    ),
  );
  expect(missing.map(([path]) => path)).toEqual(incomplete);
});

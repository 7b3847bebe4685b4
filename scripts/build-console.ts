import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = join(import.meta.dirname, '../packages/console');

/** Other formats are compressed already. */
const isText = (name: string): boolean => /\.(?:css|html|js|json|svg|txt)$/.test(name);

const writers = {
  br: (bytes: Buffer) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes: Buffer) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** The paths of all files in a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));

/** Writes a `.br` and a `.gz` file beside each text, so that the server compresses nothing. */
function compress(folder: string): void {
  for (const name of filesIn(folder).filter(isText)) {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    for (const [ending, pack] of Object.entries(writers)) {
      const packed = pack(bytes);
      if (packed.length < bytes.length) writeFileSync(`${path}.${ending}`, packed);
    }
  }
}

/** File by file: a server that serves the folder meanwhile, such as one of another test, always finds each file. */
function replaceFiles(folder: string, built: string): void {
  const names = filesIn(built);
  for (const name of names) {
    const part = join(folder, `${name}.${process.pid}.part`);
    mkdirSync(dirname(part), { recursive: true });
    copyFileSync(join(built, name), part);
    renameSync(part, join(folder, name));
  }
  const old = filesIn(folder).filter((name) => !names.includes(name) && !name.endsWith('.part'));
  for (const name of old) rmSync(join(folder, name), { force: true });
}

// A test sets another value, which would build React for development: larger, and with every request sent twice.
process.env.NODE_ENV = 'production';
const built = mkdtempSync(join(tmpdir(), 'orgdex-console-'));
try {
  const logLevel = process.argv.includes('--quiet') ? 'warn' : 'info';
  await build({ root, logLevel, build: { outDir: built, emptyOutDir: true } });
  compress(built);
  replaceFiles(join(root, 'dist'), built);
} finally {
  rmSync(built, { recursive: true, force: true });
}

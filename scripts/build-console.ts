import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Writes a `.br` and a `.gz` file beside each text, so that the server compresses nothing. */
function compress(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of files.filter((file) => file.isFile() && isText(file.name))) {
    const path = join(parentPath, name);
    const bytes = readFileSync(path);
    for (const [ending, pack] of Object.entries(writers)) {
      const packed = pack(bytes);
      if (packed.length < bytes.length) writeFileSync(`${path}.${ending}`, packed);
    }
  }
}

// A test sets another value, which would build React for development: larger, and with every request sent twice.
process.env.NODE_ENV = 'production';
await build({ root, logLevel: process.argv.includes('--quiet') ? 'warn' : 'info' });
compress(join(root, 'dist'));

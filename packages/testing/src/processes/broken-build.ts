import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A defect to insert. The text must occur exactly once, so that a change of the code cannot leave it without effect.
 */
export interface Change {
  /** Relative to `src`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const parts = ['src', 'migrations', 'package.json'];

function apply(folder: string, { file, from, to }: Change): void {
  const path = join(folder, 'src', file);
  const text = readFileSync(path, 'utf8');
  const found = text.split(from).length - 1;
  if (found !== 1) throw new Error(`${file} contains the text to break ${found} times, not once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

/** A copy of the server with defects. */
export function breakBuild(changes: readonly Change[]) {
  const home = mkdtempSync(join(tmpdir(), 'orgdex-broken-'));
  const folder = join(home, 'server');
  for (const part of parts) cpSync(join(root, 'packages/server', part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  for (const change of changes) apply(folder, change);
  return {
    /** The program to start instead of the original. */
    program: join(folder, 'src/main.ts'),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

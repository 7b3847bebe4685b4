import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageFacts from '../package.json' with { type: 'json' };

test('starts by its own name, with the options of its first line', async () => {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const program = fileURLToPath(new URL('./main.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(program, ['--version'], { env });
  expect(stdout).toBe(`${packageFacts.version}\n`);
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

const count = 400;
const takePorts = () => Promise.all(Array.from({ length: count }, freePort));

async function takePortsElsewhere(): Promise<number[]> {
  const program = `
    import { freePort } from ${JSON.stringify(new URL('./free-port.ts', import.meta.url).href)};
    console.log(JSON.stringify(await Promise.all(Array.from({ length: ${count} }, freePort))));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout);
}

test('no port is given out twice, although no server listens yet', async () => {
  const taken = [...(await takePorts()), ...(await takePorts()), ...(await takePortsElsewhere())];
  expect(new Set(taken).size).toBe(3 * count);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../../server/src/settings/config.ts';

const script = fileURLToPath(new URL('../../../../scripts/engines.ts', import.meta.url));

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The engines, with so many nodes if somebody wants so many; those that run so already are left alone. */
export async function ensureEngines(nodes: number | undefined): Promise<void> {
  const urls = readConfig().OPENSEARCH_URL;
  const isUp = (await Promise.all(urls.map(answers))).every(Boolean);
  if (isUp && (nodes === undefined || nodes === urls.length)) return;
  const child = spawn(process.execPath, [script, 'up', '--nodes', String(nodes ?? 1)], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The engines did not start: npm run engines:up -- --install');
}

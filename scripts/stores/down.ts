import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';
import { isRunning } from './store.ts';
import { daemonsOf } from './stores.ts';
import { storesFileOf } from './stores-file.ts';

/** Stops what was started in this home, and returns when it is gone. */
export async function down(settings: Settings, purge: boolean): Promise<void> {
  const running = daemonsOf(settings).filter(isRunning);
  if (running.length === 0) console.log('no store is running');
  await Promise.all(
    running.map(async (daemon) => {
      await daemon.stop();
      console.log(`${daemon.name.padEnd(13)}  stopped`);
    }),
  );
  rmSync(storesFileOf(settings.home), { force: true });
  if (!purge) return;
  rmSync(join(settings.home, 'stores'), { recursive: true, force: true });
  console.log('the stores and their data are deleted');
}

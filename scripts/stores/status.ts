import type { Settings } from './settings.ts';
import { isRunning } from './store.ts';
import { daemonsOf } from './stores.ts';

/** Says what runs; the exit code is 0 only when everything does. */
export function status(settings: Settings): number {
  const daemons = daemonsOf(settings);
  for (const { name, address, pid } of daemons) {
    const running = pid();
    console.log(`${name.padEnd(13)}  ${address}  ${running === undefined ? 'stopped' : `running, process ${running}`}`);
  }
  return daemons.every(isRunning) ? 0 : 1;
}

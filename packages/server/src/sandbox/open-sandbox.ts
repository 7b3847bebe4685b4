import type { ServedGeneration } from '../engine/reading.ts';
import type { World } from '../engine/world.ts';
import { Failure } from '../failure.ts';
import { ensureSandbox, type SandboxDeps } from './ensure.ts';
import { rehearse } from './special.ts';

/** The world that test keys ask. It is there once `refresh` has succeeded; calling that again costs nothing. */
export function openSandbox(deps: SandboxDeps): { world: World; refresh(): Promise<void> } {
  let served: ServedGeneration | undefined;
  let isBusy = false;
  return {
    async refresh() {
      if (served || isBusy) return;
      isBusy = true;
      try {
        served = await ensureSandbox(deps);
      } finally {
        isBusy = false;
      }
    },
    world: {
      generation() {
        if (!served) throw new Failure('not_ready', { because: 'the world of test keys is being made', retryAfter: 5 });
        return served;
      },
      suppressedAt: () => [],
      rehearse,
    },
  };
}

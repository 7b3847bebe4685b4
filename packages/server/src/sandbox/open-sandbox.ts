import type { ServedGeneration } from '../engine/reading.ts';
import type { World } from '../engine/world.ts';
import { Failure } from '../failure.ts';
import { ensureSandbox, type SandboxDeps } from './ensure.ts';
import { rehearse } from './special.ts';

/** An engine that was emptied gets it back this soon. */
const lookEveryMs = 60_000;

/** The world that test keys ask. It is there once `refresh` has succeeded; that can be called as often as one likes. */
export function openSandbox(deps: SandboxDeps): { world: World; refresh(): Promise<void> } {
  let served: ServedGeneration | undefined;
  let isBusy = false;
  let lookedAt = 0;
  return {
    async refresh() {
      if (isBusy || (served && Date.now() - lookedAt < lookEveryMs)) return;
      isBusy = true;
      try {
        served = await ensureSandbox(deps);
        lookedAt = Date.now();
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

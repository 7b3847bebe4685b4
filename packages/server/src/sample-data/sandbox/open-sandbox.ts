import { Failure } from '../../core/errors/failure.ts';
import type { Dataset } from '../../stores/opensearch/dataset.ts';
import type { ServedGeneration } from '../../stores/opensearch/index-reader.ts';
import { sandboxCompanies } from './dataset.ts';
import { ensureSandbox, type SandboxDeps } from './ensure-sandbox.ts';
import { simulateProblem } from './simulated-problems.ts';

const ids = sandboxCompanies.map(({ id }) => id);
const notFoundHint = `This is a test key, which only has access to test companies. Their ids are ${ids.join(', ')}.`;

/** How often the indices are checked: OpenSearch may have lost them. */
const checkEveryMs = 60_000;

/** The dataset of test keys. It is available once `refresh` has succeeded, which can be called any number of times. */
export function openSandbox(deps: SandboxDeps): { dataset: Dataset; refresh(): Promise<void> } {
  let served: ServedGeneration | undefined;
  let isBusy = false;
  let lookedAt = 0;
  return {
    async refresh() {
      if (isBusy || (served && Date.now() - lookedAt < checkEveryMs)) return;
      isBusy = true;
      try {
        served = await ensureSandbox(deps);
        lookedAt = Date.now();
      } finally {
        isBusy = false;
      }
    },
    dataset: {
      generation() {
        const message = 'The test companies are being prepared.';
        if (!served) throw new Failure('not_ready', { message, retryAfter: 5 });
        return served;
      },
      suppressedAt: () => [],
      simulateProblem,
      notFoundHint,
    },
  };
}

import type { KeyMode } from '@orgdex/contract';
import type { ServedGeneration } from './index-reader.ts';

/** The dataset that one kind of key reads. */
export interface Dataset {
  /** Fails while there is none. */
  generation(): ServedGeneration;
  /** People of this company that no response may contain. */
  suppressedAt(company: string): readonly string[];
  /** What happens before a response about the company with this id: for test keys, a simulated problem or delay. */
  simulateProblem(company: string | undefined): Promise<void>;
  /** What callers should know when a company is not found: test keys, that they only see test companies. */
  readonly notFoundHint?: string;
}

export type Datasets = Readonly<Record<KeyMode, Dataset>>;

/**
 * What the caller sees of its dataset: only the companies of its countries, if it has a list of them. Its searches are
 * canceled when the signal fires.
 */
export function datasetFor(
  datasets: Datasets,
  { mode, countries }: { readonly mode: KeyMode; readonly countries: readonly string[] | null },
  signal?: AbortSignal,
): Dataset {
  const all = datasets[mode];
  const dataset = signal ? { ...all, generation: () => ({ ...all.generation(), signal }) } : all;
  if (countries === null) return dataset;
  const seen = countries.length > 0 ? `only companies in ${countries.join(', ')}` : 'no company';
  return {
    ...dataset,
    generation: () => ({ ...dataset.generation(), countries }),
    notFoundHint: [dataset.notFoundHint, `This API key sees ${seen}.`].filter(Boolean).join(' '),
  };
}

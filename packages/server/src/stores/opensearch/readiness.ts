import { Failure } from '../../core/errors/failure.ts';
import { findCompanies } from './companies/companies.ts';
import type { IndexReader, ServedGeneration } from './index-reader.ts';

export interface ReadyDeps {
  generation(): ServedGeneration;
  readonly reader: IndexReader;
}

const latelyMs = 2000;

/** Fails unless a generation is served and OpenSearch responded lately, or responds now. */
export async function checkReady({ generation, reader }: ReadyDeps): Promise<void> {
  const { indices } = generation();
  if (performance.now() - reader.answeredAt < latelyMs) return;
  await findCompanies(reader.startReading({ indices }), ['none:none']).catch((cause: unknown) => {
    throw new Failure('not_ready', { message: 'The search index is unavailable.', cause });
  });
}

import { type ListedValues, type ValueField, type ValuesQuestion, valueLimits } from '@orgdex/contract';
import { listFieldValues } from '../../../stores/opensearch/companies/company-search.ts';
import type { IndexReader, ServedGeneration } from '../../../stores/opensearch/index-reader.ts';
import { labelOf } from './labels.ts';

export interface ListValuesDeps {
  generation(): ServedGeneration;
  readonly reader: IndexReader;
}

export async function listValues(
  deps: ListValuesDeps,
  field: ValueField,
  question: ValuesQuestion,
): Promise<ListedValues> {
  const reading = deps.reader.startSearching(deps.generation());
  const wanted = { field, prefix: (question.q ?? '').toWellFormed().trim(), country: question.country?.toUpperCase() };
  const values = await listFieldValues(reading, wanted, Number(question.size ?? valueLimits.defaultSize));
  return { values: values.map(({ value, count }) => ({ value, label: labelOf(field, value), count })) };
}

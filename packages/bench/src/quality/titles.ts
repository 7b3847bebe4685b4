import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { titleClasses } from '../../../server/src/knowledge/rules/titles/classify.ts';

/** Titles that were labeled by hand and not used to write the rules, and how many get exactly these labels. */
export interface TitlesReport {
  readonly titles: number;
  readonly seniority: number;
  readonly departments: number;
  readonly both: number;
}

const file = new URL('../../../server/fixtures/titles/heldout.csv', import.meta.url);

export function measureTitles(): TitlesReport {
  const titles: Record<'title' | 'seniority' | 'department', string>[] = parse(readFileSync(file), { columns: true });
  const compared = titles.map(({ title, seniority, department }) => {
    const found = titleClasses(title);
    return {
      seniority: found.seniority.join('|') === seniority,
      departments: found.departments.join('|') === department,
    };
  });
  return {
    titles: titles.length,
    seniority: compared.filter(({ seniority }) => seniority).length,
    departments: compared.filter(({ departments }) => departments).length,
    both: compared.filter(({ seniority, departments }) => seniority && departments).length,
  };
}

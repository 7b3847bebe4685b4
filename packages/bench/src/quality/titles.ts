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
  const judged = titles.map(({ title, seniority, department }) => {
    const found = titleClasses(title);
    return {
      seniority: found.seniority.join('|') === seniority,
      departments: found.departments.join('|') === department,
    };
  });
  return {
    titles: titles.length,
    seniority: judged.filter(({ seniority }) => seniority).length,
    departments: judged.filter(({ departments }) => departments).length,
    both: judged.filter(({ seniority, departments }) => seniority && departments).length,
  };
}

import { Random } from '../../sample-data/demo/random.ts';
import { networkUrl, type PdlRow, pdlCsvLine, pdlHeader, pdlIdOf, pdlJsonLine } from './pdl-row.ts';
import { isoDay } from './population/days.ts';
import { firmOfRow } from './population/firm.ts';
import { networkLabels, sizes } from './population/network-words.ts';
import { draws } from './population/population.ts';
import type { Fate, Population, SyntheticRegister } from './writing/register-writer.ts';
import { withoutLastCell } from './writing/table-row.ts';

const random = new Random();

const emptyAt = (share: number, text: string) => (random.chance(share) ? '' : text);

/** As many cells are empty as in the real dataset; some names contain quotes, and some websites a path. */
function rowOf(seed: number, index: number): PdlRow {
  const firm = firmOfRow(seed, index);
  random.restart(seed, index, draws.row);
  const { name, slug, host, town, regionName } = firm;
  return {
    id: pdlIdOf(index),
    name: (random.chance(0.01) ? name.replace(/^\S+/, '"$&"') : name).toLowerCase(),
    website: emptyAt(0.34, random.chance(0.018) ? `${host}/about` : host),
    founded: emptyAt(0.63, isoDay(firm.since).slice(0, 4)),
    size: random.pick(sizes),
    industry: emptyAt(0.17, random.pick(networkLabels).toLowerCase()),
    linkedin_url: networkUrl(slug),
    locality: emptyAt(0.1, town.toLowerCase()),
    region: emptyAt(0.1, regionName.toLowerCase()),
    country: emptyAt(0.11, firm.countryName.toLowerCase()),
  };
}

/** How to write a row in one of the two formats, and how to break it. */
interface Writing {
  line(row: PdlRow): string;
  spoil(line: string): string;
}

/** The reader skips the rows of the first two groups. */
function groupOf({ country }: PdlRow): string {
  if (country === '') return 'no country';
  return country === 'united kingdom' ? 'not served' : 'served';
}

function written({ seed }: Population, index: number, fate: Fate, { line, spoil }: Writing) {
  const row = rowOf(seed, index);
  if (fate === 'changed') row.name = `new ${row.name}`;
  const text = line(row);
  return { group: groupOf(row), cancelled: false, text: fate === 'broken' ? spoil(text) : text };
}

const asCsv: Writing = { line: pdlCsvLine, spoil: withoutLastCell };
const asJson: Writing = { line: pdlJsonLine, spoil: (line) => `${line.slice(0, -3)}\n` };

const jsonLines: SyntheticRegister = {
  mostRows: 100_000_000,
  head: () => '',
  tail: '',
  rowOf: (population, index, fate) => written(population, index, fate, asJson),
};

/** The free company dataset of People Data Labs: comma-separated, quotes escaped with a backslash; or JSON lines. */
export const pdl: SyntheticRegister = {
  ...jsonLines,
  head: () => pdlHeader,
  rowOf: (population, index, fate) => written(population, index, fate, asCsv),
  forms: { json: jsonLines },
};

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDirectory } from '../src/directory/dataset.ts';
import { findKnownItems } from '../src/directory/known-items.ts';
import { type SearchReport, searchText } from '../src/directory/quality-page.ts';
import { writeMeasured } from '../src/report/page.ts';
import { readIndexSizes } from '../src/speed/storage-size.ts';
import { note, pages } from './bench/shared.ts';

/**
 * Searches for companies of a synthetic directory by names as people type them, and writes
 * docs/performance/search-quality.md. Usage: measure-search.ts --companies N --searches N [--seed N] [--keep]
 */
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    searches: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '2' },
    keep: { type: 'boolean', default: false },
  },
});

const directory = { companies: Number(values.companies), seed: Number(values.seed) };
const dataset = await openDirectory(directory, { isKept: values.keep, note });
try {
  const found = await findKnownItems(dataset.installation, directory, Number(values.searches));
  const { company, search, sources } = await readIndexSizes(dataset.installation);
  const perCompany = ({ bytes }: { bytes: number }) => Math.round(bytes / directory.companies);
  const report: SearchReport = {
    measured: new Date().toISOString().slice(0, 10),
    ...directory,
    bytesPerCompany: { company: perCompany(company), search: perCompany(search), sources: perCompany(sources) },
    found,
  };
  writeFileSync(`${pages}/search-quality.json`, `${JSON.stringify(report, null, 2)}\n`);
  writeMeasured(`${pages}/search-quality.md`, 'Finding a company by its name', searchText(report));
} finally {
  await dataset.end();
}

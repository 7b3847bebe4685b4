import type { CompanyRecord, PersonRecord } from '@orgdex/contract';
import { type Company, companyOf } from './company.ts';
import { abroadRecord, homeRecord } from './company-records.ts';
import type { Country } from './countries.ts';
import { SharedSlugs } from './names.ts';
import { maxCompanies } from './numbers.ts';
import { personRecord } from './person.ts';
import { Random } from './random.ts';
import { type DemoSize, headcounts } from './sizes.ts';

const isAbroad = (company: Company): company is Company & { abroad: Country } => company.abroad !== undefined;

function* companyRecords({ companies, seed }: DemoSize): Generator<CompanyRecord> {
  const random = new Random();
  for (let index = 0; index < companies; index++) {
    const company = companyOf(random, seed, index);
    yield homeRecord(random, seed, company);
    if (isAbroad(company)) yield abroadRecord(random, seed, company);
  }
}

function* personRecords(size: DemoSize): Generator<PersonRecord> {
  const random = new Random();
  const slugs = new SharedSlugs();
  let index = -1;
  for (const headcount of headcounts(new Random(), size)) {
    index++;
    if (headcount === 0) continue;
    const company = companyOf(random, size.seed, index);
    for (let ordinal = 0; ordinal < headcount; ordinal++) {
      const record = personRecord(random.restart(size.seed, index, ordinal), company, ordinal);
      slugs.share(random, record, index);
      yield record;
    }
  }
}

/**
 * Synthetic data for the demo and for measurements: first all companies, then all people. It is the same for the same
 * options, on every day and machine, and is generated in constant memory.
 *
 * `companies` counts companies, not records: about 8 % have a second record in another country. `people` counts person
 * records. The records of a company depend on the seed and its index only, so that a larger dataset of the same seed
 * starts with the companies of a smaller one; how many people each company has depends on the size of the dataset.
 *
 * @example
 * for (const record of demoRecords({ companies: 100, people: 1000, seed: 1 })) console.log(JSON.stringify(record));
 */
export function* demoRecords(options: DemoSize): Generator<CompanyRecord | PersonRecord> {
  const { companies, people } = options;
  if (companies > maxCompanies)
    throw new RangeError(`at most ${maxCompanies} companies can have unique register numbers`);
  if (companies === 0 && people > 0) throw new RangeError('people need a company to work for');
  yield* companyRecords(options);
  if (people > 0) yield* personRecords(options);
}

import { manyParts } from '../../knowledge/sources/formats/format.ts';
import { cikOf, leiOf } from '../../sample-data/demo/numbers.ts';
import { Random } from '../../sample-data/demo/random.ts';
import { isoDay } from './population/days.ts';
import { type Firm, firmOf } from './population/firm.ts';
import { draws } from './population/population.ts';
import type { SyntheticRegister } from './writing/register-writer.ts';

const random = new Random();

const forms = ['10-K', '10-Q', '8-K', '4', 'S-8'];

/** The filings of a filer, by column: most of the document, none of which the reader uses. */
function filingsOf(cik: string, since: number) {
  const count = random.between(5, 40);
  const column = <T>(cell: (nth: number) => T) => Array.from({ length: count }, (_, nth) => cell(nth));
  return {
    accessionNumber: column((nth) => `${cik}-24-${String(nth).padStart(6, '0')}`),
    filingDate: column(() => isoDay(since)),
    form: column(() => random.pick(forms)),
    size: column(() => random.below(100_000)),
    primaryDocument: column((nth) => `document${nth}.htm`),
  };
}

function addressOf({ town, region }: Firm) {
  const state = region.slice(3);
  return {
    street1: `${random.between(1, 400)} EXAMPLE STREET`,
    street2: null,
    city: town.toUpperCase(),
    stateOrCountry: state,
    zipCode: random.digits(5),
    stateOrCountryDescription: state,
    isForeignLocation: 0,
    foreignStateTerritory: null,
    country: null,
    countryCode: null,
  };
}

/** Nine digits with a prefix that the tax authority does not use. */
const einOf = (index: number) => `00${String(index).padStart(7, '0')}`;

function filerOf(seed: number, index: number) {
  const firm = firmOf(seed, 'US', index);
  const cik = cikOf(index);
  random.restart(seed, index, draws.row);
  const address = addressOf(firm);
  const isListed = random.chance(0.2);
  return {
    cik,
    // Most filers are persons and funds.
    entityType: random.chance(0.3) ? 'operating' : 'other',
    sic: firm.industry.sic,
    sicDescription: firm.industry.name,
    ownerOrg: '06 Technology',
    insiderTransactionForOwnerExists: 0,
    insiderTransactionForIssuerExists: 1,
    name: firm.name.toUpperCase(),
    tickers: isListed ? [`X${index.toString(36).toUpperCase()}`] : [],
    exchanges: isListed ? [random.pick(['Nasdaq', 'NYSE', 'OTC'])] : [],
    ein: einOf(index),
    lei: random.chance(0.1) ? leiOf(index) : null,
    description: '',
    website: random.chance(0.1) ? firm.host : '',
    investorWebsite: '',
    category: random.pick(['Non-accelerated filer', 'Large accelerated filer', '']),
    fiscalYearEnd: '1231',
    stateOfIncorporation: 'DE',
    stateOfIncorporationDescription: 'DE',
    addresses: { mailing: address, business: address },
    phone: `503555${random.digits(4)}`,
    flags: '',
    formerNames: random.chance(0.1) ? [{ name: `${firm.shortName.toUpperCase()} INC`, from: null, to: null }] : [],
    filings: { recent: filingsOf(cik, firm.since), files: [] },
  };
}

/** The nightly EDGAR submissions: a zip with one document per filer. */
export const usSec: SyntheticRegister = {
  mostRows: manyParts,
  archive: { nameOfRow: (_population, index) => `CIK${cikOf(index)}.json` },
  head: () => '',
  tail: '',
  rowOf({ seed }, index, fate) {
    const filer = filerOf(seed, index);
    if (fate === 'changed') filer.name = `NEW ${filer.name}`;
    if (fate === 'broken') filer.cik = random.chance(0.5) ? '' : 'none';
    const group = filer.entityType === 'operating' ? 'operating companies' : 'persons and funds';
    return { group, cancelled: false, text: JSON.stringify(filer) };
  },
};

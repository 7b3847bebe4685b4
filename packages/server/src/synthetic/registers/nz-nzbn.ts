import { nzbnOf } from '../../sample-data/demo/numbers.ts';
import { Random } from '../../sample-data/demo/random.ts';
import { slashedDay } from './population/days.ts';
import { type Firm, firmOf } from './population/firm.ts';
import { draws } from './population/population.ts';
import { quoted } from './writing/quoted.ts';
import type { Fate, Row, SyntheticRegister } from './writing/register-writer.ts';
import { wrongLast } from './writing/table-row.ts';

const random = new Random();

/** A row of one of the files: the cells after the NZBN, and the group in which it is counted. */
interface RowCells {
  group: string;
  cells: string[];
  cancelled?: boolean;
}

/** One file in the zip. */
interface Part {
  name: string;
  columns: string;
  stated(firm: Firm, fate: Fate): RowCells;
}

const office = ['1', '2', '3', '4', 'POSTCODE', 'COUNTRY'].map((name) => `REGISTERED_OFFICE_ADDRESS_${name}`);

/** A status and the day of removal. */
const statuses = [
  ['Registered', ''],
  ['Registered', ''],
  ['Registered', ''],
  ['Removed', '30/06/2024'],
  ['In Liquidation', ''],
] as const;
const nextStatus = { Registered: 'Removed', Removed: 'Registered', 'In Liquidation': 'Removed' } as const;

const parts: readonly Part[] = [
  {
    name: 'companies_core_data.csv',
    columns: 'COMPANY_IDENTIFIER,ENTITY_NAME,REGISTRATION_DATE,REMOVAL_DATE,ENTITY_TYPE,ENTITY_STATUS',
    stated({ nth, name, since }, fate) {
      const [status, removed] = random.pick(statuses);
      const stated = fate === 'changed' ? nextStatus[status] : status;
      const cells = [
        `9${String(nth).padStart(7, '0')}`,
        name,
        slashedDay(since),
        removed,
        'NZ Limited Company',
        stated,
      ];
      return { group: 'companies', cells, cancelled: stated === 'Removed' };
    },
  },
  {
    name: 'companies_registered_office_address.csv',
    columns: ['ENTITY_NAME', 'START_DATE', ...office].join(','),
    stated({ name, town, since }, fate) {
      const street = `${random.between(1, 400)} Example ${fate === 'changed' ? 'Road' : 'Street'}`;
      const cells = [name, slashedDay(since), street, town, '', '', random.digits(4), 'NZ'];
      return { group: 'addresses', cells };
    },
  },
  {
    name: 'companies_trading_name.csv',
    columns: 'START_DATE,TRADING_NAME',
    stated({ shortName, since }, fate) {
      const trading = random.chance(0.3) || fate === 'changed' || fate === 'added';
      const name = `${shortName}${fate === 'changed' ? ' & Co' : ' NZ'}`;
      return {
        group: trading ? 'trading names' : 'no trading name',
        cells: [slashedDay(since), trading ? name : 'No Trading Name'],
      };
    },
  },
  {
    name: 'companies_website.csv',
    columns: 'ENTITY_NAME,START_DATE,WEBSITE',
    stated({ name, host, since }, fate) {
      const has = random.chance(0.4) || fate === 'changed' || fate === 'added';
      const site = `https://www.${host}${fate === 'changed' ? '/home' : ''}`;
      return { group: has ? 'websites' : 'no website', cells: [name, slashedDay(since), has ? site : 'No website'] };
    },
  },
  {
    name: 'companies_business_industry_classification.csv',
    columns: 'INDUSTRY_CLASSIFICATION_CODE,INDUSTRY_CLASSIFICATION_DESCRIPTION',
    stated({ industry }, fate) {
      const { anzsic, name } = industry;
      return { group: 'industries', cells: [`C${anzsic}${fate === 'changed' ? '20' : '10'}`, name] };
    },
  },
];

const lineOf = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;

/** The files of the New Zealand Companies Office in one zip; each company has a row in each file. */
export const nzNzbn: SyntheticRegister = {
  mostRows: 50_000_000,
  archive: { partsInTurn: parts.map(({ name }) => name) },
  head: (_population, part) => `NZBN,${parts[part]?.columns}\r\n`,
  tail: '',
  rowOf({ seed }, index, fate): Row {
    const nth = Math.floor(index / parts.length);
    const firm = firmOf(seed, 'NZ', nth);
    random.restart(seed, index, draws.row);
    const { group, cells, cancelled = false } = (parts[index % parts.length] as Part).stated(firm, fate);
    const nzbn = nzbnOf(nth);
    const line = [fate === 'broken' ? wrongLast(nzbn) : nzbn, ...cells];
    return { group, cancelled, text: lineOf(fate === 'broken' && random.chance(0.5) ? line.slice(0, -1) : line) };
  },
};

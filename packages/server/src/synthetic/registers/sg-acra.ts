import { uenOf, uenYearOf } from '../../sample-data/demo/numbers.ts';
import { Random } from '../../sample-data/demo/random.ts';
import { firmOf } from './population/firm.ts';
import { draws } from './population/population.ts';
import { quoted } from './writing/quoted.ts';
import type { SyntheticRegister } from './writing/register-writer.ts';
import { breakCells } from './writing/table-row.ts';

const numbered = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`);

const columns = [
  ...'uen issuance_agency_id entity_name entity_type_description business_constitution_description'.split(' '),
  ...'company_type_description paf_constitution_description entity_status_description'.split(' '),
  ...'registration_incorporation_date uen_issue_date address_type block street_name level_no unit_no'.split(' '),
  ...'building_name postal_code other_address_line1 other_address_line2 account_due_date'.split(' '),
  ...'annual_return_date primary_ssic_code primary_ssic_description primary_user_described_activity'.split(' '),
  ...'secondary_ssic_code secondary_ssic_description secondary_user_described_activity no_of_officers'.split(' '),
  ...numbered(15, 'former_entity_name'),
  ...numbered(5, '').flatMap((nth) => [`uen_of_audit_firm${nth}`, `name_of_audit_firm${nth}`]),
];

const statuses = ['Live Company', 'Live Company', 'Live Company', 'Struck Off', 'Gazetted To Be Struck Off'];
const codes = ['64120', '70101', '46302', '41001', '62011', '56111', '49231', 'na'];

const random = new Random();

/** The list of corporate entities: 53 comma-separated columns, with `na` in empty cells. */
export const sgAcra: SyntheticRegister = {
  // The size of the synthetic number range.
  mostRows: 9_000_000,
  head: () => `${columns.join(',')}\n`,
  tail: '',
  rowOf({ seed }, index, fate) {
    const { name, shortName } = firmOf(seed, 'SG', index);
    random.restart(seed, index, draws.row);
    const status = fate === 'changed' ? 'Dissolved - Compulsory Winding Up' : random.pick(statuses);
    const day = `${uenYearOf(index)}-0${random.between(1, 9)}-1${random.below(10)}`;
    const facts: Record<string, string> = {
      uen: uenOf(index),
      issuance_agency_id: 'ACRA',
      entity_name: name.toUpperCase(),
      entity_type_description: 'Local Company',
      company_type_description: 'Private Company Limited by Shares',
      entity_status_description: status,
      registration_incorporation_date: day,
      uen_issue_date: day,
      address_type: 'LOCAL',
      block: String(random.between(1, 400)),
      street_name: 'EXAMPLE ROAD',
      level_no: String(random.between(1, 30)).padStart(2, '0'),
      unit_no: String(random.between(1, 20)).padStart(2, '0'),
      postal_code: random.digits(6),
      primary_ssic_code: random.pick(codes),
      no_of_officers: String(random.between(1, 9)),
      former_entity_name1: random.chance(0.1) ? `${shortName.toUpperCase()} TRADING` : 'na',
    };
    const cells = columns.map((column) => facts[column] ?? 'na');
    if (fate === 'broken') breakCells(random, cells, { number: 0, name: 2 });
    return { group: 'companies', cancelled: status !== 'Live Company', text: `${cells.map(quoted).join(',')}\n` };
  },
};

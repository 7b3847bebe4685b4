import { Random } from '../../sample-data/demo/random.ts';
import { extractDay, slashedDay } from './population/days.ts';
import { makeName } from './population/names.ts';
import { draws, indexOfCompany, type Member, memberOf } from './population/population.ts';
import type { Fate, SyntheticRegister } from './writing/register-writer.ts';
import { breakCells } from './writing/table-row.ts';

const header =
  'Company Name|ACN|Type|Class|Sub Class|Status|Date of Registration|Date of Deregistration|Previous State ' +
  'of Registration|State Registration number|Modified since last report|Current Name Indicator|ABN|Current ' +
  'Name|Current Name Start Date';

/** Type, class and subclass, by the entity type of the business register. */
const forms: Record<string, readonly (readonly string[])[]> = {
  PRV: [
    ['APTY', 'LMSH', 'PROP'],
    ['APTY', 'LMSH', 'PROP'],
    ['APTY', 'LMSH', 'PSTC'],
  ],
  PUB: [
    ['APUB', 'LMSH', 'ULST'],
    ['APUB', 'LMSH', 'LIST'],
    ['APUB', 'LMGT', 'ULSN'],
  ],
};

const statuses = ['REGD', 'REGD', 'REGD', 'REGD', 'REGD', 'REGD', 'EXAD', 'SOFF'];

const random = new Random();

/** The cells that all rows of a company share. */
export function asicCompanyOf(random: Random, { name, acn = '', abn, kind, cancelled, since }: Member) {
  const isOver = cancelled && random.chance(0.3);
  return {
    name,
    acn,
    abn: random.chance(0.9) ? abn : random.pick(['0', '']),
    form: random.pick(forms[kind.code] ?? []),
    status: isOver ? 'DRGD' : random.pick(statuses),
    ended: isOver ? slashedDay(extractDay - random.below(365)) : '',
    registered: slashedDay(random.below(since + 1)),
    renamed: slashedDay(since),
  };
}

type Company = ReturnType<typeof asicCompanyOf>;

export const currentName = ({ name, acn, form, status, registered, ended, abn }: Company): string[] => [
  name,
  acn,
  ...form,
  status,
  registered,
  ended,
  '',
  '',
  '',
  'Y',
  abn,
  '',
  registered,
];

/** @param name the former name */
export const formerName = (
  { acn, form, status, registered, ended, abn, renamed, ...company }: Company,
  name: string,
) => [name, acn, ...form, status, registered, ended, '', '', '', '', abn, company.name, renamed];

export const asicLine = (cells: readonly string[]): string => `${cells.join('\t')}\r\n`;

/** A changed company is deregistered, or registered again. */
function withOtherStatus(company: Company): Company {
  const isOver = company.status === 'DRGD';
  const ended = isOver ? '' : slashedDay(extractDay + 1 + random.below(7));
  return { ...company, status: isOver ? 'REGD' : 'DRGD', ended };
}

function cellsOf(company: Company, isFormer: boolean, fate: Fate): string[] {
  const isChanged = fate === 'changed';
  if (!isFormer) return currentName(isChanged ? withOtherStatus(company) : company);
  const name = isChanged ? `NEW ${company.name}` : company.name;
  return formerName({ ...company, name }, `${makeName(random)} PTY LTD`);
}

/** The ASIC company list: tab-separated, no quoting, although its name ends in .csv. */
export const auAsicCompanies: SyntheticRegister = {
  mostRows: 20_000_000,
  head: () => `\uFEFF${asicLine(header.split('|'))}`,
  tail: '',
  rowOf({ seed }, row, fate) {
    // Of five rows, four are the current names of four companies, and one is a former name of one of them.
    const isFormer = row % 5 === 4;
    const place = isFormer ? random.restart(seed, row, draws.row).below(4) : row % 5;
    const nth = 4 * Math.floor(row / 5) + place;
    const member = memberOf(seed, indexOfCompany(seed, nth));
    const company = asicCompanyOf(random.restart(seed, nth, draws.company), member);
    const cells = cellsOf(company, isFormer, fate);
    if (fate === 'broken') breakCells(random, cells, { number: 1, name: 0 });
    const group = isFormer ? 'former names' : 'current names';
    return { group, cancelled: company.status === 'DRGD', text: asicLine(cells) };
  },
};

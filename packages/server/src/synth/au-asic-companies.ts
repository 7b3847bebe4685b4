import { Random } from '../demo/random.ts';
import { extractDay, slashedDay } from './days.ts';
import { coinName } from './names.ts';
import { draws, indexOfCompany, memberOf } from './population.ts';
import { breakCells } from './table-row.ts';
import type { Fate, Invention } from './world.ts';

const header =
  'Company Name|ACN|Type|Class|Sub Class|Status|Date of Registration|Date of Deregistration|Previous State of Registration|State Registration number|Modified since last report|Current Name Indicator|ABN|Current Name|Current Name Start Date';

/** Type, class and subclass, by the business register's kind. */
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

/** What every row of a company says of it. */
function companyOf(seed: number, nth: number) {
  const { name, acn = '', abn, kind, cancelled, since } = memberOf(seed, indexOfCompany(seed, nth));
  random.restart(seed, nth, draws.company);
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

type Company = ReturnType<typeof companyOf>;

/** A changed company is over, or in force again. */
function change(company: Company): void {
  const isOver = company.status === 'DRGD';
  company.status = isOver ? 'REGD' : 'DRGD';
  company.ended = isOver ? '' : slashedDay(extractDay + 1 + random.below(7));
}

function currentName(company: Company, fate: Fate): string[] {
  if (fate === 'changed') change(company);
  const { name, acn, form, status, registered, ended, abn } = company;
  return [name, acn, ...form, status, registered, ended, '', '', '', 'Y', abn, '', registered];
}

function formerName({ name, acn, form, status, registered, ended, abn, renamed }: Company, fate: Fate): string[] {
  const former = `${coinName(random)} PTY LTD`;
  const current = fate === 'changed' ? `NEW ${name}` : name;
  return [former, acn, ...form, status, registered, ended, '', '', '', '', abn, current, renamed];
}

/** The company register's list: tabs, no quoting, though its name ends in .csv. */
export const auAsicCompanies: Invention = {
  mostRows: 20_000_000,
  head: () => `\uFEFF${header.replaceAll('|', '\t')}\r\n`,
  tail: '',
  rowOf({ seed }, row, fate) {
    // Of five rows four are the current names of four companies, and one is a former name of one of them.
    const isFormer = row % 5 === 4;
    const place = isFormer ? random.restart(seed, row, draws.row).below(4) : row % 5;
    const company = companyOf(seed, 4 * Math.floor(row / 5) + place);
    const cells = isFormer ? formerName(company, fate) : currentName(company, fate);
    if (fate === 'broken') breakCells(random, cells, { number: 1, name: 0 });
    const group = isFormer ? 'former names' : 'current names';
    return { group, cancelled: company.status === 'DRGD', text: `${cells.join('\t')}\r\n` };
  },
};

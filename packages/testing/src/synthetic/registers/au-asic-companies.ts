import { Random } from '../../../../server/src/sample-data/demo/random.ts';
import { breakCells } from '../files/cells.ts';
import type { SyntheticRegister } from '../files/register.ts';
import { businessOfCompany } from '../universe/australia.ts';
import { type Company, companyOf, draws } from '../universe/company.ts';
import { extractDay, slashedDay } from '../universe/days.ts';
import { anyName, entityOf } from '../universe/entities.ts';

const header =
  'Company Name|ACN|Type|Class|Sub Class|Status|Date of Registration|Date of Deregistration|Previous State ' +
  'of Registration|State Registration number|Modified since last report|Current Name Indicator|ABN|Current ' +
  'Name|Current Name Start Date';

/** Type, class and subclass, by the entity type of the business register. */
const forms: Record<string, readonly (readonly [string, string, string])[]> = {
  PRV: [
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

/** What all rows of a company share. */
function listingOf(seed: number, company: Company) {
  const { abn, acn = '', name, code, isCancelled, since } = entityOf(seed, company);
  random.restart(seed, company.nth, draws.asic);
  const isOver = isCancelled && random.chance(0.3);
  return {
    ...{ name, acn, abn: random.chance(0.9) ? abn : random.pick(['0', '']), form: random.pick(forms[code] ?? []) },
    status: isOver ? 'DRGD' : random.pick(statuses),
    ended: isOver ? slashedDay(extractDay - random.below(365)) : '',
    registered: slashedDay(random.below(since + 1)),
    renamed: slashedDay(since),
  };
}

type Listing = ReturnType<typeof listingOf>;

/** A changed company is deregistered, or registered again. */
function withOtherStatus(listing: Listing): Listing {
  const isOver = listing.status === 'DRGD';
  const ended = isOver ? '' : slashedDay(extractDay + 1 + random.below(7));
  return { ...listing, status: isOver ? 'REGD' : 'DRGD', ended };
}

const currentName = ({ name, acn, form, status, registered, ended, abn }: Listing): string[] => [
  ...[name, acn, ...form, status, registered, ended],
  ...['', '', '', 'Y', abn, '', registered],
];

const formerName = (
  { acn, form, status, registered, ended, abn, renamed, name }: Listing,
  former: string,
): string[] => [...[former, acn, ...form, status, registered, ended], ...['', '', '', '', abn, name, renamed]];

const lineOf = (cells: readonly string[]): string => `${cells.join('\t')}\r\n`;

/** The rows of a company: its current name, and its former one if it was renamed. */
export function asicRows(seed: number, company: Company): { name: string | undefined; text: string }[] {
  const listing = listingOf(seed, company);
  const current = { name: undefined, text: lineOf(currentName(listing)) };
  if (!company.former) return [current];
  const name = (company.form.before + company.former.text + company.form.after).toUpperCase();
  return [current, { name, text: lineOf(formerName(listing, name)) }];
}

/** The ASIC company list: tab-separated, no quoting, although its name ends in .csv. */
export const auAsicCompanies: SyntheticRegister = {
  mostRows: 20_000_000,
  head: () => `\uFEFF${lineOf(header.split('|'))}`,
  tail: '',
  rowOf({ seed }, row, fate) {
    // Of five rows, four are the current names of four companies, and one is a former name of one of them.
    const isFormer = row % 5 === 4;
    const place = isFormer ? random.restart(seed, row, draws.row).below(4) : row % 5;
    const nth = 4 * Math.floor(row / 5) + place;
    const listing = listingOf(seed, companyOf(seed, 'AU', businessOfCompany(nth)));
    random.restart(seed, row, draws.row);
    const isChanged = fate === 'changed';
    const cells = isFormer
      ? formerName({ ...listing, name: isChanged ? `NEW ${listing.name}` : listing.name }, `${anyName(random)} PTY LTD`)
      : currentName(isChanged ? withOtherStatus(listing) : listing);
    if (fate === 'broken') breakCells(random, cells, { number: 1, name: 0 });
    return { group: isFormer ? 'former names' : 'current names', text: lineOf(cells) };
  },
};

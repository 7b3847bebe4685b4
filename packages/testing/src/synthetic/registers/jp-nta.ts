import { jcnOf } from '../../../../server/src/sample-data/demo/numbers.ts';
import { Random } from '../../../../server/src/sample-data/demo/random.ts';
import type { SyntheticRegister } from '../files/register.ts';
import { companyOf, draws } from '../universe/company.ts';
import { extractDay, isoDay } from '../universe/days.ts';

const random = new Random();

/** Full-width digits, like the other characters in the register. */
const wide = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

/** The entity type, by the legal form at the start or end of a name. */
const kinds: [RegExp, string][] = [
  [/株式会社/, '301'],
  [/有限会社/, '302'],
  [/合同会社/, '305'],
];

const kindOf = (name: string) => kinds.find(([form]) => form.test(name))?.[1] ?? '399';

/** The National Tax Agency's list for the whole country: no header, bare codes, quoted text. */
export const jpNta: SyntheticRegister = {
  mostRows: 10_000_000,
  head: () => '',
  tail: '',
  rowOf({ seed }, index, fate) {
    const { name, place, since } = companyOf(seed, 'JP', index);
    const [, prefecture = '', city = ''] = /^(.{2,3}?[都道府県])(.+)$/u.exec(place.city) ?? [];
    random.restart(seed, index, draws.row);
    const isClosed = random.chance(0.1) !== (fate === 'changed');
    const updated = isoDay(fate === 'changed' ? extractDay + 1 : since);
    const street = wide(`${random.between(1, 9)}－${random.between(1, 30)}`);
    const text = (cell: string) => `"${cell}"`;
    const closed = isClosed ? [isoDay(extractDay), '01'] : ['', ''];
    const cells = [String(index + 1), jcnOf(index), '01', '0', updated, updated, text(name), '', kindOf(name)];
    cells.push(text(prefecture), text(city), text(street), '', place.region.slice(3), '101', random.digits(7));
    cells.push('', '', ...closed, '', '', '2015-10-05', '1', '', '', '', '', text(''), '0');
    // Changing the last digit is not enough: 9 and 0 have the same weight.
    if (fate === 'broken') cells[random.pick([1, 6])] = '';
    return { group: 'companies', text: `${cells.join(',')}\n` };
  },
};

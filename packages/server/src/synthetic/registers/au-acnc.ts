import { Random } from '../../sample-data/demo/random.ts';
import { acncColumns } from './acnc-columns.ts';
import { slashedDay } from './population/days.ts';
import { makeName } from './population/names.ts';
import { draws, indexOfCharity, type Member, memberOf } from './population/population.ts';
import { quoted } from './writing/quoted.ts';
import type { SyntheticRegister } from './writing/register-writer.ts';
import { breakCells } from './writing/table-row.ts';

const random = new Random();

const column = (name: string): number => acncColumns.indexOf(name);
const firstYes = column('Preventing_or_relieving_suffering_of_animals');
const sizes = ['Small', 'Small', 'Small', 'Medium', 'Large'];
const sizeAfter: Record<string, string> = { Small: 'Medium', Medium: 'Large', Large: 'Small' };

/** The cells of a charity. */
function factsOf({ name, place, postcode, since }: Member, row: number): Record<string, string> {
  const slug = `${name.toLowerCase().match(/[a-z]{4,}/)?.[0]}-${row.toString(36)}`;
  const established = random.below(since + 1);
  return {
    Other_Organisation_Names: random.chance(0.3) ? `${makeName(random)}, ${makeName(random)}` : '',
    Address_Type: 'Business',
    Address_Line_1: `${random.between(1, 400)} ${makeName(random).split(' ')[0]} Street`,
    Town_City: place.town,
    State: place.state,
    Postcode: postcode,
    Country: 'Australia',
    Charity_Website: random.chance(0.6) ? `www.${slug}.org.au` : '',
    Registration_Date: slashedDay(since),
    Date_Organisation_Established: random.chance(0.7) ? slashedDay(established) : '',
    Charity_Size: random.pick(sizes),
    Number_of_Responsible_Persons: String(random.between(3, 12)),
    Financial_Year_End: '30-Jun',
    [`Operates_in_${place.state}`]: 'Y',
    PBI: random.chance(0.2) ? 'Y' : '',
  };
}

/** The register of charities: comma-separated, quoted where needed. */
export const auAcnc: SyntheticRegister = {
  mostRows: 250_000,
  head: () => `${acncColumns.join(',')}\r\n`,
  tail: '',
  rowOf({ seed }, row, fate) {
    const member = memberOf(seed, indexOfCharity(seed, row));
    random.restart(seed, row, draws.row);
    const facts = factsOf(member, row);
    if (fate === 'changed') facts.Charity_Size = sizeAfter[facts.Charity_Size as string] as string;
    const cells = acncColumns.map((name, at) => facts[name] ?? (at >= firstYes && random.chance(0.12) ? 'Y' : ''));
    cells[0] = member.abn;
    cells[1] = member.name;
    if (fate === 'broken') breakCells(random, cells, { number: 0, name: 1 });
    return { group: 'charities', cancelled: false, text: `${cells.map(quoted).join(',')}\r\n` };
  },
};

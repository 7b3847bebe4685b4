import { Random } from '../../../../server/src/sample-data/demo/random.ts';
import { breakCells, csvLine } from '../files/cells.ts';
import type { SyntheticRegister } from '../files/register.ts';
import { businessOfCharity } from '../universe/australia.ts';
import { type Company, companyOf, draws } from '../universe/company.ts';
import { slashedDay } from '../universe/days.ts';
import { anyName, type Entity, entityOf } from '../universe/entities.ts';
import { headerOf } from './fixture-header.ts';

const random = new Random();

const columns = headerOf('au-acnc');
const firstYes = columns.indexOf('Preventing_or_relieving_suffering_of_animals');
const sizes = ['Small', 'Small', 'Small', 'Medium', 'Large'];
const sizeAfter: Record<string, string> = { Small: 'Medium', Medium: 'Large', Large: 'Small' };

/** The cells of a charity. */
const factsOf = ({ place, host, since }: Company, { state, postcode }: Entity): Record<string, string> => ({
  Other_Organisation_Names: random.chance(0.3) ? `${anyName(random)}, ${anyName(random)}` : '',
  Address_Type: 'Business',
  Address_Line_1: `${random.between(1, 400)} ${anyName(random).split(' ')[0]} Street`,
  Town_City: place.city,
  State: state,
  Postcode: postcode,
  Country: 'Australia',
  Charity_Website: random.chance(0.6) ? `www.${host}` : '',
  Registration_Date: slashedDay(since),
  Date_Organisation_Established: random.chance(0.7) ? slashedDay(random.below(since + 1)) : '',
  Charity_Size: random.pick(sizes),
  Number_of_Responsible_Persons: String(random.between(3, 12)),
  Financial_Year_End: '30-Jun',
  [`Operates_in_${state}`]: 'Y',
  PBI: random.chance(0.2) ? 'Y' : '',
});

/** The register of charities: comma-separated, quoted where needed. */
export const auAcnc: SyntheticRegister = {
  mostRows: 250_000,
  head: () => csvLine(columns, '\r\n'),
  tail: '',
  rowOf({ seed }, row, fate) {
    const company = companyOf(seed, 'AU', businessOfCharity(row));
    const entity = entityOf(seed, company);
    random.restart(seed, row, draws.row);
    const facts = factsOf(company, entity);
    if (fate === 'changed') facts.Charity_Size = sizeAfter[facts.Charity_Size as string] as string;
    const cells = columns.map((name, at) => facts[name] ?? (at >= firstYes && random.chance(0.12) ? 'Y' : ''));
    cells[0] = entity.abn;
    cells[1] = entity.name;
    if (fate === 'broken') breakCells(random, cells, { number: 0, name: 1 });
    return { group: 'charities', text: csvLine(cells, '\r\n') };
  },
};

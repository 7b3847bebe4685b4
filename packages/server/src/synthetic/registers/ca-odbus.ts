import { Random } from '../../sample-data/demo/random.ts';
import { firmOf } from './population/firm.ts';
import { draws } from './population/population.ts';
import { quoted } from './writing/quoted.ts';
import type { SyntheticRegister } from './writing/register-writer.ts';

const columns = (
  'idx,business_name,alt_business_name,business_sector,business_subsector,business_description,business_id_no,' +
  'licence_number,licence_type,derived_NAICS,source_NAICS_primary,source_NAICS_secondary,NAICS_descr,' +
  'alt_econ_act_code,alt_econ_act_descrip,latitude,longitude,full_address,unit,street_no,street_name,city,' +
  'prov_terr,postal_code,total_no_employees,status,provider,geo_source,CSDNAME,CSDUID,PRUID'
).split(',');

const employees = ['..', '..', '1--4', '5--9', '10--19', '20--49', '100--199', '500+'];

const random = new Random();

/** The Open Database of Businesses: comma-separated, with two dots in empty cells. */
export const caOdbus: SyntheticRegister = {
  mostRows: 9_000_000,
  head: () => `${columns.join(',')}\n`,
  tail: '',
  rowOf({ seed }, index, fate) {
    const { name, shortName, town, region, industry } = firmOf(seed, 'CA', index);
    random.restart(seed, index, draws.row);
    // Each row has its own location, because name and location are the key.
    const number = String(index + 1);
    const naics = industry.naics.slice(0, random.pick([2, 4, 6]));
    const facts: Record<string, string> = {
      idx: number,
      business_name: name,
      alt_business_name:
        random.chance(0.2) || fate === 'changed' ? `${shortName}${fate === 'changed' ? ' New' : ''}` : '..',
      business_description: industry.name,
      licence_number: `L-${number}`,
      licence_type: 'Business licence',
      derived_NAICS: naics,
      source_NAICS_primary: random.chance(0.4) ? industry.naics : '..',
      full_address: `${number} Example Street, ${town}`,
      street_no: number,
      street_name: 'Example Street',
      city: town,
      prov_terr: region.slice(3),
      total_no_employees: random.pick(employees),
      status: 'Active',
      provider: 'Example Municipality',
    };
    const cells = columns.map((column) => facts[column] ?? '..');
    if (fate === 'broken' && random.chance(0.5)) cells[1] = '..';
    else if (fate === 'broken') cells.pop();
    return { group: 'licences', cancelled: false, text: `${cells.map(quoted).join(',')}\n` };
  },
};

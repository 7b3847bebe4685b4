import { Random } from '../../sample-data/demo/random.ts';
import { bigpictureHeader, bigpictureLine } from './bigpicture-row.ts';
import { isoDay } from './population/days.ts';
import { firmOfRow } from './population/firm.ts';
import { networkLabels, sizes } from './population/network-words.ts';
import { draws } from './population/population.ts';
import type { SyntheticRegister } from './writing/register-writer.ts';
import { withoutLastCell } from './writing/table-row.ts';

const types = ['Privately Held', 'Privately Held', 'Public Company', 'Nonprofit', 'Partnership', 'Self-Employed', ''];

const random = new Random();

/** The BigPicture dataset: comma-separated, quoted, with an occasional line break inside a name. */
export const bigpicture: SyntheticRegister = {
  mostRows: 100_000_000,
  head: () => bigpictureHeader,
  tail: '',
  rowOf({ seed }, index, fate) {
    const { name, slug, host, town, regionName, country, since } = firmOfRow(seed, index);
    random.restart(seed, index, draws.row);
    const line = bigpictureLine({
      handle: slug,
      name: `${fate === 'changed' ? 'New ' : ''}${random.chance(0.02) ? name.replace(' ', '\n') : name}`,
      website: random.chance(0.2) ? '' : `https://www.${host}`,
      industry: random.chance(0.1) ? '' : random.pick(networkLabels),
      size: random.pick(sizes),
      type: random.pick(types),
      founded: random.chance(0.5) ? '' : isoDay(since).slice(0, 4),
      city: town,
      state: regionName,
      country_code: country,
    });
    const text = fate === 'broken' ? withoutLastCell(line) : line;
    return { group: country === 'GB' ? 'not served' : 'served', cancelled: false, text };
  },
};

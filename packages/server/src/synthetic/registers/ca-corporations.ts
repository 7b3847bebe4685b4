import { Random } from '../../sample-data/demo/random.ts';
import { isoDay } from './population/days.ts';
import { firmOf } from './population/firm.ts';
import { caBusinessNumberOf } from './population/numbers.ts';
import { draws } from './population/population.ts';
import { quoted } from './writing/quoted.ts';
import type { SyntheticRegister } from './writing/register-writer.ts';

const header =
  'Corporation number,Business number (BN),Corporate name - form 1,Corporate name - form 2,Governing ' +
  'legislation,Status,Status Detail,Anniversary date,Year of last annual filing,Date of last annual meeting,' +
  'Street,Street 2,City/town,Province/territory,Country,Postal code,Minimum number of directors,Maximum ' +
  'number of directors';

const details = ['', '', '', 'Active - Dissolution Pending (non-compliance)'];

const random = new Random();

/** Corporations Canada's list of active companies: comma-separated, quoted where needed. */
export const caCorporations: SyntheticRegister = {
  mostRows: 9_000_000,
  head: () => `\uFEFF${header}\r\n`,
  tail: '',
  rowOf({ seed }, index, fate) {
    const { name, town, region, since } = firmOf(seed, 'CA', index);
    random.restart(seed, index, draws.row);
    const number = `99${String(index).padStart(7, '0')}`;
    const bn = random.chance(0.9) ? caBusinessNumberOf(index) : '';
    const names = [name.toUpperCase(), random.chance(0.1) ? `LES ${name.toUpperCase()}` : ''];
    const status = ['Active', fate === 'changed' ? 'Active - Intent to Dissolve Filed' : random.pick(details)];
    const years = [isoDay(since), '2025', random.chance(0.5) ? isoDay(since) : ''];
    const place = [`${random.between(1, 400)} Example Street, Suite ${random.between(1, 90)}`, '', town];
    const cells = [number, bn, ...names, 'Canada Business Corporations Act', ...status, ...years, ...place];
    cells.push(region.slice(3), 'CA', 'K1A 0A1', '1', '10');
    if (fate === 'broken' && random.chance(0.5)) cells[0] = '';
    else if (fate === 'broken') cells.pop();
    return { group: 'companies', cancelled: false, text: `${cells.map(quoted).join(',')}\r\n` };
  },
};

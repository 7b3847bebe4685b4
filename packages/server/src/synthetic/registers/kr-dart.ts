import { Random } from '../../sample-data/demo/random.ts';
import { compactDay } from './population/days.ts';
import { firmOf } from './population/firm.ts';
import { draws } from './population/population.ts';
import type { SyntheticRegister } from './writing/register-writer.ts';

const random = new Random();

const toXml = (text: string) => text.replaceAll('&', '&amp;');

/** Real codes start with zeros so far. */
const codeOf = (index: number) => `9${String(index).padStart(7, '0')}`;

/** Every company that files with the Financial Supervisory Service: a zip with one XML file. */
export const krDart: SyntheticRegister = {
  mostRows: 9_000_000,
  archive: { rowsPerPart: (rows) => rows, nameOf: () => 'CORPCODE.xml' },
  head: () => '<?xml version="1.0" encoding="UTF-8"?>\n<result>\n',
  tail: '</result>\n',
  rowOf({ seed }, index, fate) {
    const { name, slug, since } = firmOf(seed, 'KR', index);
    random.restart(seed, index, draws.row);
    const code = fate === 'broken' ? 'none' : codeOf(index);
    const english = random.chance(0.8) ? `${slug.toUpperCase()} CO.,LTD` : '';
    // A company that is not listed has a space.
    const stock = random.chance(0.04) ? random.digits(6) : ' ';
    const called = toXml(fate === 'changed' ? `새 ${name}` : name);
    const text =
      `<list><corp_code>${code}</corp_code><corp_name>${called}</corp_name><corp_eng_name>${english}` +
      `</corp_eng_name><stock_code>${stock}</stock_code><modify_date>${compactDay(since)}</modify_date></list>\n`;
    return { group: 'companies', cancelled: false, text };
  },
};

import { bigpictureHeader, bigpictureLine } from '../registers/bigpicture-row.ts';
import { networkUrl, pdlCsvLine, pdlHeader, pdlIdOf } from '../registers/pdl-row.ts';
import { draws } from './company.ts';
import type { TruthFile } from './file.ts';
import { pageOf } from './page.ts';
import { rates } from './rates.ts';
import { webRowOf } from './web-row.ts';

/** The reader skips rows without a country, or of a country that is not served. */
const isElsewhere = ({ country }: { country: string }) => country === 'GB' || country === '';

const pdl: TruthFile = {
  source: 'pdl',
  name: 'pdl.csv',
  knowsUnregistered: true,
  head: () => pdlHeader,
  tail: '',
  rowsOf(population, who) {
    const page = pageOf(population, who);
    if (!page.inPdl) return [];
    const { seat, slug, name, traps, ...row } = webRowOf({ population, who, page }, { ...rates.pdl, draw: draws.pdl });
    const id = pdlIdOf(2 * Math.abs(who) + (who < 0 ? 1 : 0));
    const text = pdlCsvLine({
      id,
      name: name.toLowerCase(),
      website: row.website,
      founded: row.founded,
      size: row.size,
      industry: row.industry.toLowerCase(),
      linkedin_url: networkUrl(slug),
      locality: seat.town.toLowerCase(),
      region: seat.region.toLowerCase(),
      country: seat.countryName.toLowerCase(),
    });
    return [{ text, ...(isElsewhere(seat) ? {} : { key: id }), entity: page.id, traps }];
  },
};

const bigpicture: TruthFile = {
  source: 'bigpicture',
  name: 'bigpicture.csv',
  knowsUnregistered: true,
  head: () => bigpictureHeader,
  tail: '',
  rowsOf(population, who) {
    const page = pageOf(population, who);
    if (!page.inBigpicture) return [];
    const habits = { ...rates.bigpicture, draw: draws.bigpicture };
    const { seat, slug, traps, ...row } = webRowOf({ population, who, page }, habits);
    const { name, website, founded, size, industry } = row;
    const type = page.kind.code === 'PUB' ? 'Public Company' : 'Privately Held';
    const place = { city: seat.town, state: seat.region, country_code: seat.country };
    const text = bigpictureLine({ handle: slug, name, website, industry, size, type, founded, ...place });
    return [{ text, ...(isElsewhere(seat) ? {} : { key: slug }), entity: page.id, traps }];
  },
};

export const webFiles: readonly TruthFile[] = [pdl, bigpicture];

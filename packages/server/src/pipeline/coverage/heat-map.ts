import { bar, faintText, legend, picture, text } from '../../core/output/svg.ts';
import { countryName } from '../../knowledge/rules/places/country.ts';
import { type Field, labelOf, shownFields } from './counted-fields.ts';
import { type CountryCoverage, type Coverage, describeCompanies, describeSample, percentOf } from './coverage.ts';

const [left, top, right, bottom] = [196, 108, 20, 50];
const [cellWidth, cellHeight, gap] = [56, 22, 2];
/** The title and legend need this width. */
const leastWidth = 640;

const [dark, light] = ['#1f2328', '#ffffff'];

/** Shades by their lower limit in percent, each with a text color that is readable on it. */
export const shades = [
  { from: 80, color: '#0a3069', ink: light, words: '80 to 100 %' },
  { from: 60, color: '#0969da', ink: light, words: '60 to 79 %' },
  { from: 40, color: '#80ccff', ink: dark, words: '40 to 59 %' },
  { from: 20, color: '#b6e3ff', ink: dark, words: '20 to 39 %' },
  { from: 1, color: '#ddf4ff', ink: dark, words: 'below 20 %' },
  { from: 0, color: '#f6f8fa', ink: '#57606a', words: 'none' },
] as const;

const shortNumber = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

function drawCell(x: number, y: number, [filled, companies]: readonly [number, number]): string[] {
  // The shade is that of the printed percentage, and any value above zero differs from zero.
  const percent = filled === 0 ? 0 : Math.max(1, Math.round((100 * filled) / companies));
  const { color, ink } = shades.find(({ from }) => percent >= from) as (typeof shades)[number];
  const style = { anchor: 'middle', size: 11, color: ink, halo: false } as const;
  return [
    bar([x, y, cellWidth - gap, cellHeight - gap], color),
    text(x + (cellWidth - gap) / 2, y + 14, percentOf(filled, companies), style),
  ];
}

/** A country without companies has only a heading. */
function drawCountry({ country, companies, fields }: CountryCoverage, x: number, shown: readonly Field[]): string[] {
  const middle = x + (cellWidth - gap) / 2;
  const filledOf = new Map(fields.map(({ field, filled }) => [field, filled]));
  return [
    text(middle, top - 24, country, { anchor: 'middle', weight: 600 }),
    faintText(middle, top - 9, shortNumber.format(companies), { anchor: 'middle' }),
    ...(companies === 0
      ? []
      : shown.flatMap(({ name }, at) => drawCell(x, top + at * cellHeight, [filledOf.get(name) ?? 0, companies]))),
  ];
}

/** A text alternative for the image. */
function describePicture({ countries }: Coverage): string {
  return countries
    .map(({ country, companies, fields }) => {
      const filled = fields.filter((field) => field.filled > 0);
      const shares = filled.map((field) => `${field.field} ${percentOf(field.filled, companies)}`);
      return `${countryName(country)}: ${describeCompanies(companies)}${filled.length > 0 ? `; ${shares.join(', ')}` : ''}.`;
    })
    .join('\n');
}

/** Draws a heat map of countries by fields: the share of a country's companies that have a value. */
export function drawCoverage(coverage: Coverage): string {
  const { countries, day } = coverage;
  const shown = shownFields(countries);
  const end = top + shown.length * cellHeight;
  const head = {
    size: [Math.max(leastWidth, left + countries.length * cellWidth + right), end + bottom],
    title: 'Companies that have a value, by country and field',
    description: describePicture(coverage),
  } as const;
  return picture(head, [
    faintText(16, 48, [`Share of each country's companies on ${day}`, ...describeSample(coverage)].join('; '), {
      size: 12,
    }),
    faintText(16, top - 9, 'companies'),
    ...shown.map((field, at) => text(field.group ? 30 : 16, top + at * cellHeight + 14, labelOf(field))),
    ...countries.flatMap((country, at) => drawCountry(country, left + at * cellWidth, shown)),
    legend(
      16,
      end + 30,
      shades.toReversed().map(({ color, words }) => [color, words] as const),
    ),
  ]);
}

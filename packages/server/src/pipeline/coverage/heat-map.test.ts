import { supportedCountries } from '@orgdex/contract';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { sourceClasses } from '../../knowledge/profiles/precedence.ts';
import type { Content } from '../../knowledge/profiles/statements.ts';
import { builtInRates } from '../../knowledge/rules/money/exchange-rates.ts';
import type { Coverage } from './coverage.ts';
import { drawCoverage, shades } from './heat-map.ts';
import { CoverageTally } from './tally.ts';

function coverageOf(contents: readonly Content[], every = 1): Coverage {
  const tally = new CoverageTally({ countries: supportedCountries, day: '2026-07-01', rates: builtInRates });
  const facts = { source: 'own', ...sourceClasses.own, key: 'k', country: 'AU', observed: '2026-07-01' };
  for (const content of contents) tally.add('c1', [{ ...facts, content }]);
  return { ...tally.toCoverage(), every };
}

const companies = [
  { name: 'Acme', website: 'https://acme.example', social_media: { twitter: 'acme' } },
  { name: 'Brill' },
  { name: 'Crane' },
];

interface Drawn {
  elements: string[];
  words: string[];
}

/** Parses the image as strict XML. */
function read(svg: string): Drawn {
  const drawn: Drawn = { elements: [], words: [] };
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => drawn.elements.push(name));
  parser.on('text', (text) => drawn.words.push(text.trim()));
  parser.write(svg).close();
  return { ...drawn, words: drawn.words.filter(Boolean) };
}

/** The WCAG contrast ratio: small text needs 4.5. */
function contrast(one: string, other: string): number {
  const lightness = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[0-9a-f]{2}/g) ?? []).map((hex) => {
      const part = Number.parseInt(hex, 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [lightness(one), lightness(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each(shades.map(({ words, color, ink }) => [words, color, ink] as const))(
  'numbers are readable on the shade of %s',
  (_, color, ink) => {
    expect(contrast(color, ink)).toBeGreaterThanOrEqual(4.5);
  },
);

test('every country has a column, every field a row, and every cell a share', () => {
  const { words } = read(drawCoverage(coverageOf(companies)));
  for (const country of supportedCountries) expect(words).toContain(country);
  for (const field of ['name', 'website', 'nextGen']) expect(words).toContain(field);
  expect(words.filter((word) => word === '100 %')).toHaveLength(1);
  // The website, social media, and the only part of social media that a company has.
  expect(words.filter((word) => word === '33 %')).toHaveLength(3);
  expect(words).toContain('twitter');
  expect(words).not.toContain('youtube');
});

test('one company in a thousand is not shown as zero', () => {
  const svg = drawCoverage(coverageOf([{ name: 'Acme', tagline: 'Go' }, ...Array(999).fill({ name: 'Brill' })]));
  const [, color] = /fill="(#[0-9a-f]{6})"\/>\n<text [^>]*>&lt;1 %/.exec(svg) ?? [];
  expect(color).toBe(shades.find(({ words }) => words === 'below 20 %')?.color);
});

test('a country without companies shows no shares', () => {
  const { words } = read(drawCoverage(coverageOf([])));
  expect(words.filter((word) => word.endsWith('%') && !/below|to/.test(word))).toEqual([]);
});

test('the description contains the same data for screen readers', () => {
  const { elements, words } = read(drawCoverage(coverageOf(companies)));
  expect(elements.slice(0, 3)).toEqual(['svg', 'title', 'desc']);
  expect(words[1]).toContain('Australia: 3 companies; name 100 %, website 33 %');
  expect(words[1]).toContain('Japan: 0 companies.');
});

test('the image loads nothing, runs no script and says how it was counted', () => {
  const svg = drawCoverage(coverageOf(companies, 10));
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/http|url\(|href|@import|<script|<image|<style/);
  expect(svg).toContain('on 2026-07-01; a sample: one company in 10, by a hash of its id');
  expect(drawCoverage(coverageOf(companies))).not.toContain('sample');
});

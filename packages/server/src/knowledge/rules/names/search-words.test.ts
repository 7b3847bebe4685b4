import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexedNeighbors, mistypedAs, parseNameQuery, toSearchName } from './search-words.ts';

describe('a name in the search index', () => {
  test.each<[string | undefined, string, string[], string[]]>([
    ['AU', 'Heron & Vane Pty. Ltd.', ['heron', 'and', 'vane'], ['pty', 'ltd']],
    ['AU', 'Café Lumière Intl', ['cafe', 'lumiere', 'international'], []],
    ['JP', '白鷺精機株式会社', ['白鷺', '鷺精', '精機'], ['株式', '式会', '会社']],
    ['TH', 'บริษัท ดาวเหนือการเกษตร', ['ดาว', 'เหนือ', 'การเกษตร'], ['บริษัท']],
    ['ID', 'PT Bintang Selatan', ['bintang', 'selatan'], ['pt']],
    ['AU', 'Pty Ltd', ['pty', 'ltd'], ['pty', 'ltd']],
  ])('%s %s', (country, name, words, forms) => {
    expect(toSearchName(country, name)).toMatchObject({ words, forms });
  });
});

describe('a name in a search', () => {
  test('may end with a legal form of any country', () => {
    expect(parseNameQuery('Heron Vane Pty Ltd')).toMatchObject({
      phrases: [['heron'], ['vane']],
      isOpen: false,
      isFormsOnly: false,
    });
    expect(parseNameQuery('Heron Vane Pty Ltd')?.keys).toContain('heron vane');
  });

  test('is open at its end if no legal form follows', () => {
    expect(parseNameQuery('heron va')).toMatchObject({ phrases: [['heron'], ['va']], isOpen: true });
  });

  test('of legal forms only keeps them', () => {
    expect(parseNameQuery('pty ltd')).toMatchObject({ phrases: [['pty'], ['ltd']], isFormsOnly: true });
  });

  test.each(['', ' ', '&', '—…!'])('needs a letter or digit: "%s"', (q) => {
    expect(parseNameQuery(q)).toBeUndefined();
  });

  test('is found by the name itself, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.constantFrom('AU', 'JP', 'TH', undefined),
        (name, country) => {
          const query = parseNameQuery(name);
          const { key, words } = toSearchName(country, name);
          if (!query || key === '') return;
          expect(
            query.isFormsOnly ||
              query.phrases.flat().every((word) => words.some((one) => one.startsWith(word) || one.includes(word))),
          ).toBe(true);
        },
      ),
    );
  });
});

describe('a typing error', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 5, maxLength: 12 });
  const finds = (typed: string, meant: string) =>
    mistypedAs(typed)?.some((spelling) => indexedNeighbors([meant]).includes(spelling)) ?? false;

  test('of one letter, or of two exchanged ones, is found', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom(...'abcdefgh'), (meant, n, letter) => {
        const at = n % meant.length;
        const typed = [
          meant.slice(0, at) + letter + meant.slice(at + 1),
          meant.slice(0, at) + letter + meant.slice(at),
          meant.slice(0, at) + (meant[at + 1] ?? '') + (meant[at] ?? '') + meant.slice(at + 2),
        ];
        for (const one of typed) expect(finds(one, meant), `${one} for ${meant}`).toBe(true);
      }),
    );
  });

  test('of two letters is not, nor any in a short word', () => {
    expect(finds('thastledawn', 'thistledown')).toBe(false);
    expect(mistypedAs('wran')).toBeUndefined();
  });
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auAbr } from '../au-abr.ts';
import { readAnyEntry, readLaidOutEntry } from './abr-entry.ts';

const fixture = (name: string) => readFileSync(new URL(`../../../../fixtures/sources/au-abr/${name}`, import.meta.url));
const entriesOf = (name: string) =>
  auAbr.format
    .open()
    .take(fixture(name))
    .map(({ row }) => (typeof row === 'string' ? row : expect.fail(row.reason)));

const gap = fc.constantFrom('', '', ' ', '\n  ', '\t\n');
/** Mostly what registers write: an entry has forty places where something may be odd. */
const seldom = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: odd });
const text = seldom(
  fc
    .array(
      fc.constantFrom(
        'ACME',
        ' PTY LTD',
        '&amp;',
        '&lt;',
        '&gt;',
        '&quot;',
        '&apos;',
        'É',
        '株式会社',
        '  ',
        '\n',
        '"',
        '>',
      ),
      { maxLength: 4 },
    )
    .map((pieces) => pieces.join('')),
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('&#38;', '&#x26;', '&nbsp;', '&#0;', '&amp', ']', ']]>', '\r\n', '\u0001', '\uffff'),
    fc.constantFrom('<!-- c -->', '<![CDATA[<&]]>', '<?pi?>', '<x/>', '<x>', '</ABR>'),
  ),
);
const code = seldom(
  fc.constantFrom('ACT', 'CAN', 'NON', '20000701', '19000101', ''),
  fc.constantFrom('x y', '&amp;', 'a<b', "'", '"'),
);
const leaf = (name: string) =>
  seldom(
    text.map((content) => `<${name}>${content}</${name}>`),
    fc.constantFrom(`<${name}/>`, `<${name} />`, ''),
  );
const attributes = (...names: string[]) =>
  fc
    .tuple(
      seldom(fc.constant(names), fc.constant([...names].reverse())),
      fc.array(code, { minLength: 2, maxLength: 2 }),
      seldom(fc.constant('"'), fc.constant("'")),
    )
    .map(([order, codes, quote]) => order.map((name, at) => ` ${name}=${quote}${codes[at]}${quote}`).join(''));
const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts.flatMap((part) => [gap, part]), gap).map((all) => all.join(''));
const element = (name: string, head: fc.Arbitrary<string>, content: fc.Arbitrary<string>) =>
  fc.tuple(head, content).map(([start, inner]) => `<${name}${start}>${inner}</${name}>`);
const none = fc.constant('');
const maybe = (part: fc.Arbitrary<string>) => fc.oneof(part, none);
const several = (part: fc.Arbitrary<string>) => fc.array(part, { maxLength: 3 }).map((all) => all.join('\n'));

const companyName = element('NonIndividualName', attributes('type'), joined(leaf('NonIndividualNameText')));
const personName = element(
  'IndividualName',
  attributes('type'),
  joined(maybe(leaf('NameTitle')), maybe(leaf('GivenName')), maybe(leaf('GivenName')), leaf('FamilyName')),
);
const address = element(
  'BusinessAddress',
  none,
  joined(element('AddressDetails', none, joined(leaf('State'), leaf('Postcode')))),
);
const entry = element(
  'ABR',
  attributes('recordLastUpdatedDate', 'replaced'),
  joined(
    element('ABN', attributes('status', 'ABNStatusFromDate'), text),
    element('EntityType', none, joined(leaf('EntityTypeInd'), leaf('EntityTypeText'))),
    fc.oneof(
      element('MainEntity', none, joined(companyName, address)),
      element('LegalEntity', none, joined(personName, address)),
      seldom(
        element('LegalEntity', none, joined(personName, address)),
        element('MainEntity', none, joined(personName, address)),
      ),
    ),
    maybe(element('ASICNumber', attributes('ASICNumberType'), text)),
    maybe(attributes('status', 'GSTStatusFromDate').map((all) => `<GST${all} />`)),
    several(
      fc.oneof(
        element('DGR', attributes('DGRStatusFromDate'), joined(companyName)),
        fc.constant('<DGR status="ACT" DGRStatusFromDate="20060301" />'),
      ),
    ),
    several(element('OtherEntity', none, joined(companyName))),
  ),
);

describe('the fast reader', () => {
  test.each(['sample.xml', 'sample-individuals.xml'])(
    'fits every entry of %s, and says what a full parser says',
    (name) => {
      const entries = entriesOf(name);
      expect(entries.length).toBeGreaterThan(4);
      for (const one of entries) {
        expect(readLaidOutEntry(one)).toBeDefined();
        expect(readLaidOutEntry(one)).toEqual(readAnyEntry(one));
      }
    },
  );

  test('gives the same as a full parser, or leaves the entry to the parser', () => {
    let fits = 0;
    fc.assert(
      fc.property(entry, (one) => {
        const fast = readLaidOutEntry(one);
        if (!fast) return;
        fits += 1;
        expect(fast).toEqual(readAnyEntry(one));
      }),
      { numRuns: 1500 },
    );
    expect(fits).toBeGreaterThan(300);
  });

  test.each([
    ['a comment', (one: string) => one.replace('<ASICNumber', '<!-- no --><ASICNumber')],
    ['CDATA', (one: string) => one.replace('000000948', '<![CDATA[000000948]]>')],
    ['single quotes', (one: string) => one.replace('"ACT"', "'ACT'")],
    [
      'another order of attributes',
      (one: string) =>
        one.replace('status="ACT" ABNStatusFromDate="19991101"', 'ABNStatusFromDate="19991101" status="ACT"'),
    ],
    ['a numeric reference', (one: string) => one.replace('QBE', '&#81;B&#x45;')],
    ['an element that is new', (one: string) => one.replace('<GST', '<New><ABN>1</ABN></New><GST')],
    ['line ends of Windows', (one: string) => one.replaceAll('><', '>\r\n<')],
  ])('leaves %s to the parser, which gives the same', (_, change) => {
    const [plain = ''] = entriesOf('sample.xml');
    const changed = change(plain);
    expect(changed).not.toBe(plain);
    expect(readLaidOutEntry(changed)).toBeUndefined();
    expect(readAnyEntry(changed)).toEqual(readLaidOutEntry(plain));
  });

  test.each([
    ['an unknown entity', (one: string) => one.replace('QBE', '&bomb;')],
    ['a reference to no character', (one: string) => one.replace('QBE', '&#0;')],
    ['a tag that is not closed', (one: string) => one.replace('</ASICNumber>', '')],
    ['tags that cross', (one: string) => one.replace('</MainEntity>', '</LegalEntity>')],
    ['two elements', (one: string) => one + one],
    ['a document type', (one: string) => one.replace('<ASICNumber', '<!DOCTYPE x><ASICNumber')],
  ])('neither reads %s', (_, change) => {
    const [plain = ''] = entriesOf('sample.xml');
    const changed = change(plain);
    expect(changed).not.toBe(plain);
    expect(readLaidOutEntry(changed)).toBeUndefined();
    expect(readAnyEntry(changed)).toBeUndefined();
  });
});

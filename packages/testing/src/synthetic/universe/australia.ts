import type { LegalForm } from '../../../../server/src/sample-data/demo/countries.ts';
import type { Random } from '../../../../server/src/sample-data/demo/random.ts';

/** What the registers of Australia say of a kind of business, and how web pages write its legal form; `*` is the name. */
export interface BusinessKind {
  readonly code: string;
  readonly text: string;
  /** Listed in the company register. */
  readonly isCompany: boolean;
  readonly forms: readonly LegalForm[];
  readonly onTheWeb: readonly string[];
}

const kind = (code: string, text: string, type: LegalForm['type'], forms: string, onTheWeb: string): BusinessKind => ({
  ...{ code, text, isCompany: code === 'PRV' || code === 'PUB', onTheWeb: onTheWeb.split('|') },
  forms: forms.split('|').map((form): LegalForm => {
    const [before = '', after = ''] = form.split('*');
    return { tongue: 'en', before, after, type };
  }),
});

// Web pages usually omit the legal form.
const privateCompany = kind(
  'PRV',
  'Australian Private Company',
  'Private Company',
  '* Pty Ltd|* Pty. Ltd.|* Pty Limited|* Pty. Limited',
  '*|*|*|*|* Pty Ltd|* Pty. Limited|* P/L',
);
const publicCompany = kind(
  'PUB',
  'Australian Public Company',
  'Public Company',
  '* Limited|* Ltd|* Ltd.',
  '*|*|* Ltd|* Limited',
);
const charity = kind(
  'OIE',
  'Other Incorporated Entity',
  'Nonprofit',
  '* Incorporated|* Inc|* Inc.',
  '*|* Inc|* Incorporated|* Inc.',
);
const trust = kind(
  'DTT',
  'Discretionary Trading Trust',
  'Trust',
  'The Trustee for * Trading Trust|The Trustee for * Unit Trust',
  '*',
);
const partnership = kind('PTR', 'Other Partnership', 'Partnership', '*', '*');

/** Of twenty businesses, eighteen are companies, one is a charity, and one a trust or a partnership. */
const perScore = 20;
const companiesPerScore = 18;

/** The kind of the nth business, known without drawing, so that each register finds its own. */
export function kindOfBusiness(nth: number): BusinessKind {
  const place = nth % perScore;
  if (place === 17) return publicCompany;
  if (place === 18) return charity;
  if (place === 19) return nth % (2 * perScore) === place ? trust : partnership;
  return privateCompany;
}

export const isPrivateCompany = (nth: number): boolean => kindOfBusiness(nth) === privateCompany;
export const australianForms = (nth: number): readonly LegalForm[] => kindOfBusiness(nth).forms;

/** The business that is the nth company, or the nth charity, from 0. */
export const businessOfCompany = (nth: number): number =>
  Math.floor(nth / companiesPerScore) * perScore + (nth % companiesPerScore);
export const businessOfCharity = (nth: number): number => nth * perScore + companiesPerScore;

function weightedSum(digits: string, firstWeight: number, step: number): number {
  let sum = 0;
  for (let n = 0; n < digits.length; n++) sum += (digits.charCodeAt(n) - 48) * (firstWeight + n * step);
  return sum;
}

/** Counts down from the end of the range: the register counts up, and is far below 800 million. */
export function acnOf(rank: number): string {
  const base = String(99_999_999 - rank);
  return base + ((10 - (weightedSum(base, 8, -1) % 10)) % 10);
}

/** With weights 10 and 1, and 1 subtracted from the first digit, the two check digits contribute their value minus 10. */
const abnOfNine = (nine: string): string => String(99 - (weightedSum(nine, 3, 2) % 89)) + nine;

export const abnOfCompany = (acn: string): string => abnOfNine(acn);

/** The ABN of an entity without an ACN. No range is certain to be unused: the register issues these at random. */
export const abnOfOther = (rank: number): string => abnOfNine(`7${String(rank).padStart(8, '0')}`);

export function australianNumbers(nth: number): { abn: string; acn?: string } {
  if (!kindOfBusiness(nth).isCompany) return { abn: abnOfOther(nth) };
  const acn = acnOf(nth);
  return { abn: abnOfCompany(acn), acn };
}

/** The first of a hundred postcodes of the capital, by state. */
const postcodes: Readonly<Record<string, number>> = {
  ...{ ACT: 2600, NSW: 2000, NT: 800, QLD: 4000, SA: 5000, TAS: 7000, VIC: 3000, WA: 6000 },
};

export const states: readonly string[] = Object.keys(postcodes);

export const postcodeIn = (random: Random, state: string): string =>
  String((postcodes[state] ?? 0) + random.below(100)).padStart(4, '0');

import { type Random, weighted } from '../demo/random.ts';
import type { Kind } from '../registers/population/kinds.ts';

/** A kind of company, with the ways in which the registers and the web write its legal form; `*` is its own name. */
export interface TruthKind extends Kind {
  onTheWeb: readonly string[];
  /** The register of companies has it. */
  isCompany: boolean;
}

type Line = [percent: number, code: string, text: string, forms: string, onTheWeb: string];

/** The web leaves the form out more often than not. */
const lines: Line[] = [
  [
    84,
    'PRV',
    'Australian Private Company',
    '* PTY LTD|* PTY. LTD.|* PTY LIMITED|* PTY. LIMITED',
    '*|*|*|*|* Pty Ltd|* Pty. Limited|* P/L',
  ],
  [3, 'PUB', 'Australian Public Company', '* LIMITED|* LTD|* LTD.', '*|*|* Ltd|* Limited'],
  [5, 'OIE', 'Other Incorporated Entity', '* INCORPORATED|* INC|* INC.', '*|* Inc|* Incorporated|* Inc.'],
  [4, 'DTT', 'Discretionary Trading Trust', 'THE TRUSTEE FOR * TRADING TRUST|The Trustee for * Unit Trust', '*'],
  [4, 'PTR', 'Other Partnership', '*', '*'],
];

const kinds = lines.map(([percent, code, text, forms, onTheWeb]) => {
  const isCompany = code === 'PRV' || code === 'PUB';
  const group = isCompany ? 'companies' : 'others';
  const kind: TruthKind = { code, text, group, forms: forms.split('|'), onTheWeb: onTheWeb.split('|'), isCompany };
  return [kind, percent] as const;
});

/** Each as often as it is meant to be. */
export const kindsByShare: readonly TruthKind[] = weighted(kinds);

export const privateCompany = kindsByShare[0] as TruthKind;

/** One of the ways to write a name with its form. A function, since a name may hold signs that a pattern means. */
export const written = (random: Random, forms: readonly string[], name: string): string =>
  random.pick(forms).replace('*', () => name);

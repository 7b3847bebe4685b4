import { type Random, weighted } from '../../sample-data/demo/random.ts';
import type { Kind } from '../registers/population/kinds.ts';

/** An entity type, with the ways in which registers and web sources write its legal form; `*` is the name. */
export interface TruthKind extends Kind {
  onTheWeb: readonly string[];
  /** Listed in the company register. */
  isCompany: boolean;
}

type Line = [percent: number, code: string, text: string, forms: string, onTheWeb: string];

/** Web sources usually omit the legal form. */
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

/** Each kind, repeated by its share. */
export const kindsByShare: readonly TruthKind[] = weighted(kinds);

export const privateCompany = kindsByShare[0] as TruthKind;

/** A name with its legal form in one of the spellings. Uses a function, because a name may contain `$` patterns. */
export const written = (random: Random, forms: readonly string[], name: string): string =>
  random.pick(forms).replace('*', () => name);

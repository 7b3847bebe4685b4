/** An entity type: the register's code and text, how frequent it is, and the form of its names. */
export interface Kind {
  code: string;
  text: string;
  group: 'individuals' | 'companies' | 'others';
  /** `*` stands for the synthetic part. */
  forms: readonly string[];
}

type Line = [perThousand: number, code: string, text: string, forms: string];

/** Per thousand numbers. `population.ts` depends on the order: charities first, companies right after. */
const lines: Line[] = [
  [2, 'OIE', 'Other Incorporated Entity', '* INCORPORATED|* FOUNDATION INC'],
  [4, 'PUB', 'Australian Public Company', '* LIMITED|* LTD'],
  [185, 'PRV', 'Australian Private Company', '* PTY LTD|* PTY. LTD.|* PTY LIMITED'],
  [18, 'OIE', 'Other Incorporated Entity', '* INCORPORATED|* ASSOCIATION INC'],
  [90, 'SMF', 'ATO Regulated Self-Managed Superannuation Fund', '* SUPERANNUATION FUND|THE * SUPER FUND'],
  [45, 'DIT', 'Discretionary Investment Trust', 'THE TRUSTEE FOR * FAMILY TRUST|The Trustee for * Trust'],
  [22, 'DTT', 'Discretionary Trading Trust', 'THE TRUSTEE FOR THE * TRADING TRUST'],
  [9, 'FUT', 'Fixed Unit Trust', 'The Trustee for * Unit Trust'],
  [5, 'HYT', 'Hybrid Trust', 'The Trustee for * Hybrid Trust'],
  [15, 'FPT', 'Family Partnership', '* FAMILY PARTNERSHIP|* & SONS'],
  [12, 'PTR', 'Other Partnership', '* PARTNERS|* & PARTNERS'],
  [23, 'UIE', 'Other Unincorporated Entity', '* CLUB|* PROGRESS ASSOCIATION'],
  [12, 'STR', 'Strata-title', 'The Owners - * Strata Plan'],
  [2, 'COP', 'Co-operative', '* CO-OPERATIVE LTD'],
  [3, 'SGE', 'State Government Entity', '* STATE SCHOOL'],
  [2, 'LGE', 'Local Government Entity', '* SHIRE COUNCIL'],
  [1, 'CGE', 'Commonwealth Government Entity', '* AUTHORITY'],
  [550, 'IND', 'Individual/Sole Trader', '*'],
];

const groups: Record<string, Kind['group']> = { IND: 'individuals', PRV: 'companies', PUB: 'companies' };

/** The entity type at each of a thousand positions. */
export const kindAt: readonly Kind[] = lines.flatMap(([perThousand, code, text, forms]) => {
  const kind: Kind = { code, text, group: groups[code] ?? 'others', forms: forms.split('|') };
  return Array.from({ length: perThousand }, () => kind);
});

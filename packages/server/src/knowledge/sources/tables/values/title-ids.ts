import { departments, seniorities } from '@orgdex/contract';

/** Words of other services for our levels and departments. Director alone is ambiguous. */
const levelWords: Record<string, string> = {
  'board member': '1',
  owner: '2',
  founder: '2',
  'co founder': '2',
  'c suite': '3',
  'c level': '3',
  cxo: '3',
  partner: '3',
  vp: '4',
  'vice president': '4',
  head: '4',
  'head of': '4',
  manager: '5',
  'mid level': '5',
};
const departmentWords: Record<string, string> = {
  'human resources': '6',
  'customer support': '7',
  'customer success': '7',
  support: '7',
  'medical health': '8',
  healthcare: '8',
  research: '9',
  education: '12',
  accounting: '14',
  'product management': '15',
};

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const toIds = (names: Record<number, string>, words: Record<string, string>) =>
  new Map([
    ...Object.keys(names).map((id) => [id, id] as const),
    ...Object.entries(names).map(([id, name]) => [plain(name), id] as const),
    ...Object.entries(words),
  ]);

const ids = { seniority: toIds(seniorities, levelWords), department: toIds(departments, departmentWords) };

/** The ids in a cell: our numbers or names, or synonyms. Undefined if one is unknown. */
export function parseIds(field: 'seniority' | 'department', cell: string): string[] | undefined {
  const whole = ids[field].get(plain(cell));
  const found = whole ? [whole] : cell.split(/[;|,\n]/).map((part) => ids[field].get(plain(part.replace(/\.0$/, ''))));
  return found.every((id) => id !== undefined) ? [...new Set(found as string[])] : undefined;
}

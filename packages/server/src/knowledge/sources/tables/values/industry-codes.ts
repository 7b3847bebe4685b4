import type { TableFields } from '../read-fields.ts';

const code = /^[A-Z]?(\d{2,6})(?:\.0+)?(?!\d)/i;

/** The classes of agriculture, 0111 to 0529, are the only ones that start with a zero. */
const lostZero = (digits: string) => digits.length === 3 && digits >= '111' && digits <= '529';

function readCode(input: TableFields, field: 'sic' | 'naics' | 'anzsic'): string | undefined {
  const digits = input.read(field, (text) => code.exec(text)?.[1], 'not a valid code');
  if (field !== 'anzsic' || digits === undefined || !lostZero(digits)) return digits;
  input.note(field, 'leading zero restored');
  return `0${digits}`;
}

/** The industry codes of the row; the first if a cell has several. */
export function readIndustryCodes(input: TableFields): { sic?: string; naics?: string; anzsic?: string } {
  const codes = (['sic', 'naics', 'anzsic'] as const).map((field) => [field, readCode(input, field)] as const);
  return Object.fromEntries(codes.filter(([, digits]) => digits !== undefined));
}

import type { TableFields } from './read-fields.ts';

const code = /^[A-Z]?(\d{2,6})(?:\.0+)?(?!\d)/i;

/** Agriculture's classes, 0111 to 0529, are the only ones that begin with a zero. */
const lostZero = (digits: string) => digits.length === 3 && digits >= '111' && digits <= '529';

function readCode(said: TableFields, field: 'sic' | 'naics' | 'anzsic'): string | undefined {
  const digits = said.read(field, (text) => code.exec(text)?.[1], 'not a valid code');
  if (field !== 'anzsic' || digits === undefined || !lostZero(digits)) return digits;
  said.note(field, 'leading zero restored');
  return `0${digits}`;
}

/** The codes of the row; of several in one cell the first. */
export function readIndustryCodes(said: TableFields): { sic?: string; naics?: string; anzsic?: string } {
  const codes = (['sic', 'naics', 'anzsic'] as const).map((field) => [field, readCode(said, field)] as const);
  return Object.fromEntries(codes.filter(([, digits]) => digits !== undefined));
}

const maxQuoted = 60;

/** Text that the caller sent, as a message repeats it: well formed, on one line and short. */
export function shorten(text: string): string {
  const characters = [...text.toWellFormed().replace(/\p{C}/gu, '\ufffd')];
  return characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join('')}…` : characters.join('');
}

/** A JSON value that the caller sent: `"8"`, `the number 4`, `null`, `an array`. */
export function quote(value: unknown): string {
  if (value === '') return 'an empty string';
  if (typeof value === 'string') return `"${shorten(value)}"`;
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

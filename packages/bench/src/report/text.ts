/** Number format of the pages. */
export const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
/** A rate. Durations below one millisecond count as one millisecond. */
export const perSecond = (count: number, seconds: number): string => whole.format(count / Math.max(seconds, 0.001));
export const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
export const share = (value: number): string => value.toFixed(4);

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const tableOf = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

const lineLength = 120;

/** Breaks a paragraph into lines, of which all but the first are indented. */
export function wrapped(text: string, indent = ''): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length + indent.length <= lineLength) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.join(`\n${indent}`);
}

/** Paragraphs, lists and tables. */
export const inParagraphs = (parts: readonly string[]): string =>
  parts.map((part) => (/^[|-] /.test(part) ? part : wrapped(part))).join('\n\n');

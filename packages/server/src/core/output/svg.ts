import { escapeHtml } from './escape.ts';

const font = 'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif"';
const ink = '#1f2328';
const faint = '#57606a';

const round = (value: number) => Number(value.toFixed(1));

interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly color?: string;
  readonly size?: number;
  readonly weight?: number;
  /** A white outline that keeps letters readable over lines. */
  readonly halo?: boolean;
}

export const text = (x: number, y: number, words: string, style: TextStyle = {}): string => {
  const { anchor = 'start', color = ink, size = 12, weight = 400, halo = true } = style;
  const outline = halo ? ' stroke="#ffffff" stroke-width="3" paint-order="stroke"' : '';
  return (
    `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}" ` +
    `fill="${color}"${outline}>${escapeHtml(words)}</text>`
  );
};

export const bar = ([x, y, width, height]: readonly [number, number, number, number], color: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(height)}" rx="2" fill="${color}"/>`;

export const faintText = (x: number, y: number, words: string, style: TextStyle = {}) =>
  text(x, y, words, { color: faint, size: 11, ...style });

/** A row of colored squares with labels. */
export function legend(x: number, y: number, entries: readonly (readonly [color: string, words: string])[]): string {
  let at = x;
  return entries
    .map(([color, words]) => {
      const shown = bar([at, y - 10, 12, 12], color) + text(at + 18, y, words);
      at += 18 + words.length * 6.3 + 20;
      return shown;
    })
    .join('');
}

interface Picture {
  readonly size: readonly [width: number, height: number];
  readonly title: string;
  /** A text alternative for screen readers, longer than the title. */
  readonly description?: string;
}

/** A complete image with a white background, so that it looks the same on light and dark pages. */
export const picture = ({ size: [width, height], title, description }: Picture, parts: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ${font}>`,
    `<title>${escapeHtml(title)}</title>`,
    ...(description === undefined ? [] : [`<desc>${escapeHtml(description)}</desc>`]),
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(16, 28, title, { size: 15, weight: 600 }),
    ...parts,
    '</svg>\n',
  ].join('\n');

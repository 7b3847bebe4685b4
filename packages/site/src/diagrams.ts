import { renderMermaidSVG } from 'beautiful-mermaid';

/** The colors of the site, so that a diagram follows the theme. */
const colors = {
  bg: 'var(--canvas)',
  fg: 'var(--ink)',
  muted: 'var(--ink-2)',
  line: 'var(--ink-3)',
  surface: 'var(--canvas)',
  border: 'var(--edge-strong)',
};

const entityName = /^ {2}(\w+) \{$/gm;

/** The drawing has a margin of 40, of which 8 are enough. */
const crop = 32;
const withoutMargin = (svg: string): string =>
  svg.replace(/viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"/, (_, right, bottom) => {
    const [width, height] = [right - 2 * crop, bottom - 2 * crop].map(Math.round);
    return `viewBox="${crop} ${crop} ${width} ${height}" width="${width}" height="${height}"`;
  });

/** An SVG in one line, as Markdown requires of HTML. Its style applies to itself only, and loads no font of another server. */
function drawDiagram(text: string): string {
  const names = [...text.matchAll(entityName)].map(([, name]) => name).join(', ');
  const svg = withoutMargin(renderMermaidSVG(text, { ...colors, transparent: true }))
    .replace('<svg ', `<svg role="img" aria-label="Diagram of ${names}" `)
    .replaceAll(/@import url\('[^']*'\);/g, '')
    .replace(/<style>([\s\S]*?)<\/style>/, '<style>.diagram { $1 }</style>');
  return `<figure class="diagram not-content">${svg.replaceAll(/\s*\n\s*/g, ' ')}</figure>`;
}

/** Replaces the Mermaid blocks of a Markdown text by drawings. The browser needs no script for them. */
export const drawDiagrams = (text: string): string =>
  text.replaceAll(/^```mermaid\n([\s\S]*?)^```$/gm, (_, diagram: string) => drawDiagram(diagram));

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../docs/guides/notebook.md');

/** Headings and text, and the cells of Python. Commands and outputs are left out: they are for readers of the page. */
const parts = /^```(?<language>\w+)[^\n]*\n(?<code>[\s\S]*?)^```$/gm;

const cellOf = (type: 'code' | 'markdown', text: string, at: number): object => ({
  cell_type: type,
  id: `cell-${at}`,
  metadata: {},
  ...(type === 'code' && { execution_count: null, outputs: [] }),
  source: text.trim().split(/(?<=\n)/),
});

/** The cells of the page from the first heading below its title, as a Jupyter notebook. */
export function notebook(): object {
  const text = readFileSync(page, 'utf8');
  const title = /^# .+$/m.exec(text)?.[0] ?? '';
  const body = text.slice(text.indexOf('\n## ')).replace(/\*\*Next:\*\*[\s\S]*$/, '');
  const cells: [type: 'code' | 'markdown', text: string][] = [['markdown', title]];
  let from = 0;
  for (const { 0: block, index, groups = {} } of body.matchAll(parts)) {
    cells.push(['markdown', body.slice(from, index)]);
    if (groups.language === 'python') cells.push(['code', groups.code ?? '']);
    from = index + block.length;
  }
  cells.push(['markdown', body.slice(from)]);
  return {
    cells: cells.filter(([, source]) => source.trim()).map(([type, source], at) => cellOf(type, source, at)),
    metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
    nbformat: 4,
    nbformat_minor: 5,
  };
}

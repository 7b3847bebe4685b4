/**
 * Rows for another thread: one text for all instead of a string for each, which takes much longer to copy. What is neither text
 * nor a table of texts stays as it is.
 */
export type PackedRows =
  | { readonly kind: 'texts'; readonly text: string; readonly ends: Uint32Array }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly text: string; readonly ends: Uint32Array }
  | { readonly kind: 'values'; readonly rows: readonly unknown[] };

const isText = (value: unknown): value is string => typeof value === 'string';

/** Where each text ends in the joined text. */
function endsOf(texts: readonly string[]): Uint32Array {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (let at = 0; at < texts.length; at += 1) {
    end += (texts[at] as string).length;
    ends[at] = end;
  }
  return ends;
}

/** The cells of all rows, if every row is an object with these columns and no others, in this order, and all cells are texts. */
function cellsOf(rows: readonly unknown[], columns: readonly string[]): string[] | undefined {
  const cells: string[] = [];
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Object.getPrototypeOf(row) !== Object.prototype) return undefined;
    let column = 0;
    for (const name in row) {
      const cell = (row as Record<string, unknown>)[name];
      if (name !== columns[column] || !isText(cell)) return undefined;
      cells.push(cell);
      column += 1;
    }
    if (column !== columns.length) return undefined;
  }
  return cells;
}

export function packRows(rows: readonly unknown[]): PackedRows {
  if (rows.every(isText)) return { kind: 'texts', text: rows.join(''), ends: endsOf(rows) };
  const [first] = rows;
  const columns = typeof first === 'object' && first !== null ? Object.keys(first) : [];
  const cells = columns.length > 0 ? cellsOf(rows, columns) : undefined;
  return cells ? { kind: 'table', columns, text: cells.join(''), ends: endsOf(cells) } : { kind: 'values', rows };
}

function textsOf({ text, ends }: { text: string; ends: Uint32Array }): string[] {
  const texts = new Array<string>(ends.length);
  for (let at = 0; at < ends.length; at += 1) texts[at] = text.slice(at === 0 ? 0 : ends[at - 1], ends[at]);
  return texts;
}

export function unpackRows(packed: PackedRows): readonly unknown[] {
  if (packed.kind === 'values') return packed.rows;
  const texts = textsOf(packed);
  if (packed.kind === 'texts') return texts;
  const { columns } = packed;
  return Array.from({ length: texts.length / columns.length }, (_, row) => {
    const cells: Record<string, string> = {};
    for (let column = 0; column < columns.length; column += 1)
      cells[columns[column] as string] = texts[row * columns.length + column] as string;
    return cells;
  });
}

type Json = { [name: string]: Json | Json[] | string };

const otherNames = 'Entity.OtherEntityNames.OtherEntityName.1';

/** Sets a value at the path of its column name: `Entity.LegalName` is a property of `Entity`. */
function put(record: Json, path: readonly string[], value: Json): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    record[name] = value;
    return;
  }
  record[name] ??= {};
  put(record[name] as Json, rest, value);
}

/** Every leaf is an object with one property; a language or type column describes the leaf before it. */
function leafOf(row: Readonly<Record<string, string>>, column: string): Json {
  const language = row[`${column}.xmllang`];
  return { ...(language ? { '@xml:lang': language } : {}), $: row[column] as string };
}

/** The same row as a JSON record of the golden copy, without empty values. */
export function gleifJsonRecord(row: Readonly<Record<string, string>>): string {
  const record: Json = {};
  for (const [column, text] of Object.entries(row)) {
    if (text === '' || column.startsWith(otherNames) || /\.(?:xmllang|type)$/.test(column)) continue;
    put(record, column.split('.'), leafOf(row, column));
  }
  if (row[otherNames]) {
    const name = { ...leafOf(row, otherNames), '@type': row[`${otherNames}.type`] as string };
    put(record, ['Entity', 'OtherEntityNames'], { OtherEntityName: [name] });
  }
  return JSON.stringify(record);
}

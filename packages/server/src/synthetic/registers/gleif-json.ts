type Json = { [name: string]: Json | Json[] | string };

const otherNames = 'Entity.OtherEntityNames.OtherEntityName.1';

/** Puts a value where its column's name leads: `Entity.LegalName` is a member of `Entity`. */
function put(record: Json, path: readonly string[], value: Json): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    record[name] = value;
    return;
  }
  record[name] ??= {};
  put(record[name] as Json, rest, value);
}

/** Every leaf is an object of one member; a column of a language or a type says something of the leaf before it. */
function leafOf(row: Readonly<Record<string, string>>, column: string): Json {
  const language = row[`${column}.xmllang`];
  return { ...(language ? { '@xml:lang': language } : {}), $: row[column] as string };
}

/** The same row as a record of the golden copy in JSON; what is empty is left out. */
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

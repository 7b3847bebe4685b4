import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heldBytes } from '../../../../../testing/src/processes/held-bytes.ts';
import { Reject } from '../row-outcome.ts';
import { type Placed, UnreadableFile } from './format.ts';
import { jsonItems } from './json-items.ts';

const documents = jsonItems();
const records = jsonItems({ within: ['records', 'data'] });

/** Reads a file that comes in pieces of a size, each of which is used again for the next. */
function read(format: typeof documents, file: string | Buffer, size = 1 << 16): Placed<unknown>[] {
  const bytes = Buffer.from(file);
  const reader = format.open();
  const rows: Placed<unknown>[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const piece = Buffer.from(bytes.subarray(at, at + size));
    rows.push(...reader.take(piece));
    piece.fill('!');
  }
  return [...rows, ...reader.end()];
}
const show = ({ row }: Placed<unknown>) => (row instanceof Reject ? row.reason : row);
const itemsOf = (format: typeof documents, file: string | Buffer, size?: number) => read(format, file, size).map(show);
const sizes = [1, 2, 3, 7, 1000];

describe('where items are found', () => {
  test.each<[string, typeof documents, string, unknown[]]>([
    ['a document is one', documents, '\ufeff {"a":[1,{"b":2}]}\n', [{ a: [1, { b: 2 }] }]],
    ['several documents are several', documents, '{"a":1}\n{"b":2} {"c":3}', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['a list has several', documents, '[{"a":1} ,\n {"b":[]}, [2]]', [{ a: 1 }, { b: [] }, [2]]],
    ['a list may be empty', documents, ' [ ] ', []],
    ['under a name', records, '{"x":[{"n":1}],"records":[{"a":1},{"b":2}],"y":{"records":[3]}}', [{ a: 1 }, { b: 2 }]],
    ['one under a name', records, '{"meta":{"data":{"n":1}},"data":{"a":1},"links":[{"n":2}]}', [{ a: 1 }]],
    ['a list under a name may be empty', records, '{"records":[]}', []],
    ['a text that is like the name is none', records, '{"a":"records","b":[{"n":1}],"data":[{"a":1}]}', [{ a: 1 }]],
  ])('%s', (_, format, file, items) => {
    for (const size of sizes) expect(itemsOf(format, file, size)).toEqual(items);
  });

  test('each has the line on which it begins', () => {
    const file = '{"meta":\n"x\\n",\n"data":[\n\n{"a":\n1},{"b":2}\n,\n{"c":3}]}';
    for (const size of sizes) expect(read(records, file, size).map(({ line }) => line)).toEqual([5, 6, 8]);
  });
});

test('any document is read as JSON.parse reads it, however it is split', () => {
  const item = fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
    fc.array(fc.jsonValue({ maxDepth: 2 })),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 6 }), fc.nat(3), fc.integer({ min: 1, max: 30 }), (items, indent, size) => {
      const before = { meta: items, '"[{': '\\"records\\' };
      const text = JSON.stringify({ ...before, records: items, after: items }, null, indent);
      const whole = JSON.parse(text) as { records: unknown[] };
      fc.pre(!text.includes('\\u0000'));
      expect(itemsOf(records, text, size)).toEqual(whole.records);
      expect(itemsOf(documents, JSON.stringify(items, null, indent), size)).toEqual(whole.records);
      expect(itemsOf(documents, text, size)).toEqual([whole]);
    }),
  );
});

describe('a broken item does not affect others', () => {
  test.each([
    ['{"a":1,}', 'not valid JSON'],
    ['{"a":[1}}', 'not valid JSON'],
    ['{"a":"tab\tinside"}', 'not valid JSON'],
    ['nothing{"a":1}', 'not valid JSON'],
    ['"a, b]"', 'not a JSON object'],
    ['null', 'not a JSON object'],
    ['17', 'not a JSON object'],
    ['{"a":"\\u0000"}', 'contains a NUL character'],
  ])('%s is %s', (broken, reason) => {
    for (const size of sizes) {
      expect(itemsOf(records, `{"records":[{"b":2},${broken},{"c":3}]}`, size)).toEqual([{ b: 2 }, reason, { c: 3 }]);
      expect(itemsOf(documents, `[{"b":2},${broken}]`, size)).toEqual([{ b: 2 }, reason]);
    }
  });

  test('not UTF-8', () => {
    const file = Buffer.concat([Buffer.from('[{"a":"'), Buffer.from([0xe9]), Buffer.from('"},{"b":"\ufffd"}]')]);
    for (const size of sizes) expect(itemsOf(documents, file, size)).toEqual(['not UTF-8', { b: '\ufffd' }]);
  });
});

describe('an item that is too long', () => {
  const itemOf = (bytes: number) => `{"a":"${'\\"'.repeat((bytes - 8) / 2)}"}`;

  test('is rejected with its line, and the next is read', () => {
    const file = `[\n${itemOf(1024 * 1024)},\n${itemOf(1024 * 1024 + 2)},\n{"b":2}]`;
    for (const size of [10_000, 1 << 20, 1 << 23]) {
      const [largest, ...rest] = read(documents, file, size);
      expect(largest?.line).toBe(2);
      expect(largest?.row).toHaveProperty('a');
      expect(rest.map(({ line }) => line)).toEqual([3, 4]);
      expect(rest.map(show)).toEqual(['longer than 1 MiB', { b: 2 }]);
    }
  });

  test('has a limit that a format may set', () => {
    const format = jsonItems({ longestMib: 2 });
    expect(itemsOf(format, itemOf(2 * 1024 * 1024))).toHaveLength(1);
    expect(itemsOf(format, itemOf(2 * 1024 * 1024 + 2))).toEqual(['longer than 2 MiB']);
  });

  test('is rejected at once and not kept in memory', () => {
    const reader = documents.open();
    reader.take(Buffer.from('[{"a":"'));
    const piece = Buffer.alloc(1 << 20, 'x');
    const before = heldBytes();
    const rows = Array.from({ length: 300 }, () => reader.take(piece)).flat();
    expect(rows.map(show)).toEqual(['longer than 1 MiB']);
    expect(heldBytes() - before).toBeLessThan(20 * 1024 * 1024);
    expect(reader.take(Buffer.from('"},{"b":2}]')).map(show)).toEqual([{ b: 2 }]);
  });
});

describe('a file with another layout is rejected', () => {
  test.each<[typeof documents, string, RegExp]>([
    [documents, '', /is empty/],
    [documents, ' \n', /is empty/],
    [documents, '<html></html>', /not JSON of the expected form/],
    [documents, '"text"', /not JSON of the expected form/],
    [documents, '{"a":1},{"b":2}', /not JSON of the expected form/],
    [documents, '{"a":1', /ends before its last bracket/],
    [documents, '[{"a":1}', /ends before its last bracket/],
    [documents, '{"a":"}', /ends before its last bracket/],
    [records, '[{"a":1}]', /not JSON of the expected form/],
    [records, '{"record":[{"a":1}]}', /has no "records" or "data"/],
    [records, '{"records":null}', /has no "records" or "data"/],
    [records, '{"records":[{"a":1}]', /ends before its last bracket/],
    [records, '{"records":[]} {"records":[]}', /continues after its last bracket/],
  ])('%#: %s', (format, file, message) => {
    for (const size of sizes) {
      expect(() => read(format, file, size)).toThrow(UnreadableFile);
      expect(() => read(format, file, size)).toThrow(message);
    }
  });
});

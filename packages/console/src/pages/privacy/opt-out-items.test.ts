import { expect, test } from 'vitest';
import { listNameOf, toItems } from './opt-out-items.ts';

const table = (header: string[], ...rows: string[][]) => ({ name: 'list.csv', header, rows });

test('each row is one opt-out, with the number of the row', () => {
  const items = toItems(
    table(
      ['Name', 'Email', 'Phone', 'Country', 'Person ID'],
      ['Jo Lee', ' jo@example.com ', '', 'AU', ''],
      ['', '', '02 5550 1001', 'AU', ''],
      ['', '', '', '', 'p1'],
    ),
  );
  expect(items).toEqual([
    { ref: '1', email: 'jo@example.com' },
    { ref: '2', phone: '02 5550 1001', country: 'AU' },
    { ref: '3', person_id: 'p1' },
  ]);
});

test('an empty row is sent too: the service says what is wrong with it', () => {
  expect(toItems(table(['email'], ['']))).toEqual([{ ref: '1' }]);
});

test('a table without a column that identifies a person is rejected', () => {
  expect(() => toItems(table(['name', 'country'], ['Jo Lee', 'AU']))).toThrow('No column identifies a person');
});

test('the same table has the same name, and another one has not', () => {
  const first = table(['email'], ['a@example.com']);
  expect(listNameOf(first)).toBe(listNameOf(structuredClone(first)));
  expect(listNameOf(first)).not.toBe(listNameOf(table(['email'], ['b@example.com'])));
});

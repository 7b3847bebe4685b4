import { expect, test } from 'vitest';
import {
  companyOfRosterDocument,
  personDocumentId,
  personDocumentIdSql,
  rosterDocumentId,
  rosterDocumentIdSql,
  splitPersonDocumentId,
} from './document-ids.ts';

test('the ids of documents that older generations hold stay as they are', () => {
  expect(personDocumentId('c1', 'p2')).toBe('c1:p2');
  expect(rosterDocumentId('c1')).toBe('c1:roster');
});

test('SQL builds the same ids', () => {
  expect(personDocumentIdSql).toBe("company_id || ':' || person_id");
  expect(rosterDocumentIdSql('c.id')).toBe("c.id || ':roster'");
});

test('an id gives back what it was made of, and an empty one gives nothing', () => {
  expect(splitPersonDocumentId(personDocumentId('c1', 'p2'))).toEqual(['c1', 'p2']);
  expect(splitPersonDocumentId('')).toEqual(['', '']);
  expect(companyOfRosterDocument(rosterDocumentId('c1'))).toBe('c1');
});

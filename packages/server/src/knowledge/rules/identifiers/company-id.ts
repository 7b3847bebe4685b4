import { shorten } from '../../../core/output/escape.ts';
import { parseFqdn, parseWebsite } from './domain.ts';

const exampleId = 'c4jx8k2m6v1t9b3q7w5n0rh2dzk';

/** The lookup that returns the id, for a caller who sent something else as an id. */
function lookupFor(text: string): string {
  if (parseFqdn(text)) return `GET /company?fqdn=${shorten(text.trim())}`;
  if (parseWebsite(text)) return `GET /company?website=${shorten(text.trim())}`;
  return 'GET /company?fqdn=example.com';
}

export interface UnknownId {
  readonly id: string;
  /** What callers of this dataset should know about its ids. Absent: what an id looks like, and how to get one. */
  readonly hint?: string | undefined;
}

/** Why an id matches no company, and where to get one that does. */
export function unknownIdMessage({ id, hint }: UnknownId): string {
  const general = `An id looks like ${exampleId}. Get one from \`${lookupFor(id)}\`.`;
  return `No company has the id "${shorten(id)}". ${hint ?? general}`;
}

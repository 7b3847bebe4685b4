import { OperatorError } from '../failure.ts';
import { listSources } from '../ledger/matches.ts';
import type { Queryable } from '../ledger/pool.ts';
import type { SourceClass } from '../profiles/precedence.ts';
import type { MatchSources } from './base-group.ts';

/** Sets derived from the web carry no register numbers, and may link unless it is said which do. */
const linkingClass: SourceClass = 'web';

/** All sources of the ledger, and which of them may link by name and place: those that are named, or those of the web. */
export async function chooseSources(ledger: Queryable, named: readonly string[] | undefined): Promise<MatchSources> {
  const sources = await listSources(ledger);
  const unknown = named?.filter((name) => !sources.some((source) => source.name === name)) ?? [];
  if (unknown.length > 0) {
    const known = sources.map(({ name }) => name).join(', ') || 'none yet';
    throw new OperatorError(`Nothing was imported from ${unknown.join(', ')}. Sources of the ledger: ${known}.`);
  }
  const mayLink = (source: { name: string; class: string }) =>
    named ? named.includes(source.name) : source.class === linkingClass;
  return new Map(
    sources.map(({ id, name, identityPrecedence, ...rest }) => [
      id,
      { name, identityPrecedence, mayLink: mayLink({ name, ...rest }) },
    ]),
  );
}

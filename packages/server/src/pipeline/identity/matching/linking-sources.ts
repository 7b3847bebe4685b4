import { OperatorError } from '../../../core/errors/failure.ts';
import type { SourceClass } from '../../../knowledge/profiles/precedence.ts';
import { type ListedSource, listSources } from '../../../stores/postgres/matches/matches.ts';
import type { Queryable } from '../../../stores/postgres/pool.ts';
import type { MatchSource, MatchSources } from './to-group.ts';

/** Sources of this class have no register numbers, and may link unless the operator names other sources. */
export const linkingClass: SourceClass = 'web';

/** The sources of a match run. */
export interface SourceChoice {
  /** The sources that may link; absent: those of class `web`. */
  named?: readonly string[] | undefined;
  /** The complete registers, each with its country. */
  completeRegisters: ReadonlyMap<string, string>;
}

/** All sources of the database, and which of them may link by name and location: those named, or those of class `web`. */
export async function chooseSources(
  database: Queryable,
  { named, completeRegisters }: SourceChoice,
): Promise<MatchSources> {
  const sources = await listSources(database);
  const unknown = named?.filter((name) => !sources.some((source) => source.name === name)) ?? [];
  if (unknown.length > 0) {
    const known = sources.map(({ name }) => name).join(', ') || 'none yet';
    throw new OperatorError(`Nothing was imported from ${unknown.join(', ')}. Imported sources: ${known}.`);
  }
  const toMatchSource = ({ name, identityPrecedence, whole, class: sourceClass }: ListedSource): MatchSource => ({
    name,
    identityPrecedence,
    mayLink: named ? named.includes(name) : sourceClass === linkingClass,
    // If its first file is not done, or only delta files were loaded, most namesakes are missing.
    completeFor: whole ? completeRegisters.get(name) : undefined,
  });
  return new Map(sources.map((source) => [source.id, toMatchSource(source)]));
}

import { OperatorError } from '../../errors/failure.ts';
import { type ListedSource, listSources } from '../../ledger/matches/matches.ts';
import type { Queryable } from '../../ledger/pool.ts';
import type { SourceClass } from '../../profiles/precedence.ts';
import type { MatchSource, MatchSources } from './base-group.ts';

/** Sets derived from the web carry no register numbers, and may link unless it is said which do. */
const linkingClass: SourceClass = 'web';

/** What whoever starts a run says of sources. */
export interface SourceChoice {
  /** Those that may link; absent: those of the web. */
  named?: readonly string[] | undefined;
  /** Registers in which everybody who may bear a name stands, each with its country. */
  completeRegisters: ReadonlyMap<string, string>;
}

/** All sources of the ledger, and which of them may link by name and place: those that are named, or those of the web. */
export async function chooseSources(
  ledger: Queryable,
  { named, completeRegisters }: SourceChoice,
): Promise<MatchSources> {
  const sources = await listSources(ledger);
  const unknown = named?.filter((name) => !sources.some((source) => source.name === name)) ?? [];
  if (unknown.length > 0) {
    const known = sources.map(({ name }) => name).join(', ') || 'none yet';
    throw new OperatorError(`Nothing was imported from ${unknown.join(', ')}. Sources of the ledger: ${known}.`);
  }
  const toMatchSource = ({ name, identityPrecedence, whole, class: sourceClass }: ListedSource): MatchSource => ({
    ...{ name, identityPrecedence },
    mayLink: named ? named.includes(name) : sourceClass === linkingClass,
    // While its first file is under way, or where only changes were loaded, most namesakes are missing.
    completeFor: whole ? completeRegisters.get(name) : undefined,
  });
  return new Map(sources.map((source) => [source.id, toMatchSource(source)]));
}

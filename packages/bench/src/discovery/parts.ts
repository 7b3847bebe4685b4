import type { Bench } from './bench-load.ts';
import { type MatchSpeed, measureMatch } from './match.ts';
import type { DiscoveryOrder, PartName } from './options.ts';
import { measurePaging, type Paging } from './paging.ts';
import { measurePeople, type PeopleSpeed } from './people.ts';
import { askSearch, askSuggest } from './questions.ts';
import { measureSideBySide, type SideBySide } from './side-by-side.ts';

/** The result of each part. */
export interface PartResults {
  search: SideBySide;
  suggest: SideBySide;
  match: MatchSpeed;
  people: PeopleSpeed;
  paging: Paging;
}

type Measure<Name extends PartName> = (bench: Bench, order: DiscoveryOrder) => Promise<PartResults[Name]>;

const measures: { readonly [Name in PartName]: Measure<Name> } = {
  search: (bench, order) => measureSideBySide(bench, { askFor: askSearch, hasLatency: false }, order),
  suggest: (bench, order) => measureSideBySide(bench, { askFor: askSuggest, hasLatency: true }, order),
  match: measureMatch,
  people: measurePeople,
  paging: measurePaging,
};

export const measurePart = <Name extends PartName>(
  name: Name,
  bench: Bench,
  order: DiscoveryOrder,
): Promise<PartResults[Name]> => measures[name](bench, order);

import type { SourceSummary } from '@orgdex/contract';
import type { AnySource } from '../../knowledge/sources/define-source.ts';
import { sources } from '../../knowledge/sources/index.ts';
import { type ListedRun, listLastRuns } from '../../stores/postgres/imports/run-list.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { toSummary } from './runs.ts';

interface Imported {
  readonly run: ListedRun;
  readonly runs: number;
}

const importedFacts = (imported: Imported | undefined) => ({
  runs: imported?.runs ?? 0,
  last_run: imported ? toSummary(imported.run) : null,
});

const publicSource = (source: AnySource, imported: Imported | undefined): SourceSummary => ({
  id: source.id,
  title: source.title,
  country: source.country ?? null,
  class: source.class,
  license: source.license,
  attribution: source.attribution,
  homepage: source.homepage,
  expected_rows: source.expected,
  ...importedFacts(imported),
});

const ownSource = (imported: Imported): SourceSummary => ({
  id: imported.run.source,
  title: null,
  country: null,
  class: imported.run.class,
  license: null,
  attribution: null,
  homepage: null,
  expected_rows: null,
  ...importedFacts(imported),
});

/** The public sources, and those of the operator's own files. */
export async function listSourceSummaries(pool: Queryable): Promise<SourceSummary[]> {
  const imported = new Map((await listLastRuns(pool)).map((one) => [one.run.source, one]));
  const known = new Set(sources.map(({ id }) => id));
  const own = [...imported.values()].filter(({ run }) => !known.has(run.source));
  return [...sources.map((source) => publicSource(source, imported.get(source.id))), ...own.map(ownSource)].sort(
    (a, b) => (a.id < b.id ? -1 : 1),
  );
}

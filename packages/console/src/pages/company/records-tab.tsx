import type { CompanyExplanation, CompanySources } from '@orgdex/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Badge } from '../../components/badge.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatDay, formatMoment, formatScore, plural } from '../../format.ts';
import { useSession } from '../../session.ts';
import { JoinDialog } from './join-dialog.tsx';
import { useExplanation } from './queries.ts';

type ExplainedRecord = CompanyExplanation['records'][number];

const nameOf = ({ content }: ExplainedRecord): string => (typeof content.name === 'string' ? content.name : 'No name');

function linkOf({ founder, linked_by, matched_by }: ExplainedRecord): string {
  if (founder) return 'Founding record. The company id stays with it.';
  if (matched_by !== null) return `Linked by name and location, ${matched_by}.`;
  return linked_by === null ? 'Not linked by an identifier.' : `Linked by ${linked_by}.`;
}

/** The founding record is filled; a match by name and location has another color. */
function dotOf({ founder, matched_by }: ExplainedRecord): string {
  if (founder) return 'border-accent-solid bg-accent-solid';
  return matched_by === null ? 'border-accent-solid bg-canvas' : 'border-mark-warn bg-canvas';
}

function RecordCard({ record, onSplit }: { record: ExplainedRecord; onSplit: (() => void) | undefined }) {
  const isGone = record.removed || record.hidden;
  return (
    <li className="relative pl-8">
      <span aria-hidden="true" className={`absolute top-4 left-1 size-3 rounded-full border-2 ${dotOf(record)}`} />
      <article className={`panel px-4 py-3 ${isGone ? 'opacity-70' : ''}`}>
        <div className="flex flex-wrap items-center gap-2">
          <code className="text-xs break-all">
            {record.source}:{record.key}
          </code>
          <Badge>{record.class}</Badge>
          {record.removed && <Badge tone="warn">Removed by the source</Badge>}
          {record.hidden && !record.removed && <Badge tone="warn">Does not contribute</Badge>}
          {onSplit && (
            <button type="button" className="button button-plain button-small ml-auto" onClick={onSplit}>
              <Icon name="split" />
              Split…
            </button>
          )}
        </div>
        <h3 className="mt-1 font-medium">{nameOf(record)}</h3>
        <p className="text-ink-2">{linkOf(record)}</p>
        <p className="mt-1 flex flex-wrap gap-x-5 text-xs text-ink-3">
          <span>Observed {formatDay(record.observed)}</span>
          <span>
            Run{' '}
            <Link to="/imports" search={{ run: String(record.run_id) }} className="link underline">
              {record.run_id}
            </Link>
          </span>
          {record.claims.length > 0 && <span className="break-all">Identifiers {record.claims.join(', ')}</span>}
        </p>
      </article>
    </li>
  );
}

interface SplitDialogProps {
  readonly company: string;
  readonly record: ExplainedRecord;
  readonly onClose: () => void;
}

/** Moves one record out of a company, after a question. */
const SplitDialog = ({ company, record: { source, key }, onClose }: SplitDialogProps) => (
  <Confirm
    title="Split this record from the company?"
    action="Split"
    onClose={onClose}
    onConfirm={() => orgdex.admin.splitCompany(company, { records: [{ source, key }] })}
    refreshes={['explain']}
  >
    <p>
      <code>
        {source}:{key}
      </code>{' '}
      becomes a company of its own with the next publish. Later imports keep the decision. Joining the two companies
      undoes it.
    </p>
  </Confirm>
);

function Records({ explanation }: { explanation: CompanyExplanation }) {
  const [split, setSplit] = useState<ExplainedRecord>();
  const [isJoining, setJoining] = useState(false);
  const { records, id } = explanation;
  return (
    <section className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="panel-title">
          {plural(records.length, 'record makes up this company', 'records make up this company')}
        </h2>
        <button type="button" className="button" onClick={() => setJoining(true)}>
          Join with another company…
        </button>
      </div>
      <ol className="relative flex flex-col gap-3 before:absolute before:inset-y-4 before:left-[9px] before:w-px before:bg-edge-strong">
        {records.map((record) => (
          <RecordCard
            key={`${record.source}:${record.key}`}
            record={record}
            onSplit={record.founder || records.length < 2 ? undefined : () => setSplit(record)}
          />
        ))}
      </ol>
      {split && <SplitDialog company={id} record={split} onClose={() => setSplit(undefined)} />}
      <JoinDialog company={id} isOpen={isJoining} onClose={() => setJoining(false)} />
    </section>
  );
}

const CompanyLinks = ({ ids }: { ids: readonly string[] }) =>
  ids.map((id) => (
    <Link key={id} to="/companies/$id" params={{ id }} search={{}} className="link block text-xs">
      {id}
    </Link>
  ));

function Decisions({ explanation }: { explanation: CompanyExplanation }) {
  const { matches, merged_ids, matched_ids, decisions, shared_identifiers } = explanation;
  const ids = [
    ...merged_ids.map((id) => [id, 'merged'] as const),
    ...matched_ids.map((id) => [id, 'by a match'] as const),
  ];
  return (
    <aside className="flex min-w-0 flex-col gap-4">
      {matches.length > 0 && (
        <Panel title="Matches" note={matches.length}>
          <ul className="divide-y divide-edge">
            {matches.map(({ id, record, score, state, text }) => (
              <li key={id} className="px-4 py-2">
                <span className="flex justify-between gap-2">
                  <code className="text-xs break-all">{record}</code>
                  <Badge tone={state === 'rejected' ? 'bad' : 'accent'}>
                    {formatScore(score)} {state}
                  </Badge>
                </span>
                <span className="text-ink-2">{text}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {ids.length > 0 && (
        <Panel title="Ids that lead here" note={ids.length}>
          <ul className="divide-y divide-edge">
            {ids.map(([id, how]) => (
              <li key={id} className="flex justify-between gap-2 px-4 py-1.5">
                <code className="text-xs break-all">{id}</code>
                <span className="text-xs text-ink-3">{how}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {decisions.length > 0 && (
        <Panel title="Manual decisions" note={decisions.length}>
          <ul className="divide-y divide-edge">
            {decisions.map(({ id, kind, made_at, split_from }) => (
              <li key={id} className="px-4 py-2">
                {kind === 'join' ? 'Joined' : 'Split'} on {formatMoment(made_at)}
                <CompanyLinks ids={split_from} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {shared_identifiers.length > 0 && (
        <Panel title="Shared identifiers" note={shared_identifiers.length}>
          <ul className="divide-y divide-edge">
            {shared_identifiers.map(({ identifier, claimants, others }) => (
              <li key={identifier} className="px-4 py-2">
                <code className="text-xs">{identifier}</code>
                <span className="block text-ink-2">{plural(claimants, 'company claims it', 'companies claim it')}</span>
                <CompanyLinks ids={others} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </aside>
  );
}

/** What a customer sees: the sources, without the keys of records. */
const SourceRecords = ({ records }: { records: CompanySources['records'] }) => (
  <div className="p-4 md:px-6">
    <Panel title={plural(records.length, 'record makes up this company', 'records make up this company')}>
      <ul className="divide-y divide-edge">
        {records.map(({ source, observed, linked_by }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source may have several records without a visible key
          <li key={at} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
            <code>{source}</code>
            <span className="text-ink-2">{linked_by === null ? 'Founding record' : `Linked by ${linked_by}`}</span>
            <span className="text-ink-3">{formatDay(observed)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  </div>
);

/** Which records are this company, and why. */
export function RecordsTab({ id, sources }: { id: string; sources: CompanySources | undefined }) {
  const { is_admin } = useSession();
  const query = useExplanation(id);
  if (!is_admin) return sources ? <SourceRecords records={sources.records} /> : null;
  return (
    <QueryView query={query}>
      {(explanation) => (
        <div className="grid items-start gap-6 p-4 md:px-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,2fr)]">
          <Records explanation={explanation} />
          <Decisions explanation={explanation} />
        </div>
      )}
    </QueryView>
  );
}

import type { Erasure, HeldData, PersonTerms } from '@orgdex/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { saveJson } from '../../csv.ts';
import { formatMoment, plural } from '../../format.ts';
import { ConfirmWithReason } from './confirm-with-reason.tsx';
import { HeldDataView } from './held-data.tsx';
import { PersonForm, wayOf } from './person-form.tsx';

/** What was erased, and its receipt. */
function Erased({ receipt }: { receipt: Erasure }) {
  const { at, people, positions, complete, unfinished_runs, audit_entry } = receipt;
  const sentences = [
    people === 0
      ? 'No loaded person matched. Future imports of this person will be rejected.'
      : `${plural(people, 'person', 'people')} and ${plural(positions, 'position')} were erased.`,
    complete
      ? 'Only keyed hashes are left.'
      : 'They are hidden. The ids of their positions are deleted as soon as the changes are published.',
    ...unfinished_runs.map((run) => `Run ${run} is unfinished; its rows are deleted when it ends.`),
  ];
  return (
    <>
      <Notice tone={complete && unfinished_runs.length === 0 ? 'good' : 'warn'}>{sentences.join(' ')}</Notice>
      <button
        type="button"
        className="button self-start"
        onClick={() => saveJson(`erasure-${audit_entry}-${at.slice(0, 10)}`, receipt)}
      >
        <Icon name="download" />
        Download the receipt
      </button>
    </>
  );
}

interface HeldPanelProps {
  readonly held: HeldData;
  readonly onOnly: (id: string) => void;
  readonly onErase: () => void;
}

const HeldPanel = ({ held, onOnly, onErase }: HeldPanelProps) => (
  <section className="panel" aria-label="What is stored">
    <div className="panel-head flex-wrap">
      <h2 className="panel-title">What is stored</h2>
      <div className="flex gap-2">
        <button
          type="button"
          className="button"
          onClick={() => saveJson(`access-request-${held.at.slice(0, 10)}`, held)}
        >
          <Icon name="download" />
          Download JSON
        </button>
        <button type="button" className="button button-danger" onClick={onErase}>
          Erase…
        </button>
      </div>
    </div>
    <HeldDataView held={held} onOnly={onOnly} />
    <p className="border-t border-edge px-4 py-3 text-xs text-ink-2">
      Read on {formatMoment(held.at)}, and recorded in the audit log: how the person was identified, but not the value.
    </p>
  </section>
);

/** Answers requests of people: shows what is stored, and erases it. */
export function RequestsTab() {
  const [terms, setTerms] = useState<PersonTerms>({});
  const [isErasing, setErasing] = useState(false);
  const queryClient = useQueryClient();
  const find = useMutation({ mutationFn: (given: PersonTerms) => orgdex.admin.exportPerson(given), gcTime: 0 });
  const erase = useMutation({
    mutationFn: (reason: string) => orgdex.admin.erasePerson({ ...terms, reason }),
    gcTime: 0,
    onSuccess: async () => {
      find.reset();
      setTerms({});
      await queryClient.invalidateQueries({ queryKey: ['expiry'] });
    },
  });
  const look = (given: PersonTerms) => {
    erase.reset();
    setTerms(given);
    find.mutate(given);
  };
  return (
    <div className="grid items-start gap-4 p-4 md:px-6 xl:grid-cols-[20rem_minmax(0,1fr)]">
      <PersonForm
        key={erase.isSuccess ? erase.submittedAt : 0}
        title="Find a person"
        button="Show what is stored"
        isBusy={find.isPending}
        onSubmit={look}
      >
        {erase.isSuccess && <Erased receipt={erase.data} />}
      </PersonForm>
      <div className="min-w-0" aria-live="polite">
        {find.isIdle && (
          <EmptyState icon="people" title="Access and erasure">
            <p>Find a person to see, download or erase everything that is stored about them. Check who asks first.</p>
          </EmptyState>
        )}
        {find.isPending && <SkeletonRows rows={4} />}
        {find.isError && <ErrorState error={find.error} onRetry={() => look(terms)} />}
        {find.isSuccess && (
          <HeldPanel held={find.data} onOnly={(person_id) => look({ person_id })} onErase={() => setErasing(true)} />
        )}
      </div>
      <ConfirmWithReason
        title="Erase this person?"
        action="Erase"
        isOpen={isErasing}
        onClose={() => setErasing(false)}
        onConfirm={erase.mutateAsync}
      >
        <p>
          Everything that is stored about everyone with this {wayOf(terms)}, and about everyone who shares an email
          address with them, is deleted. Only keyed hashes are left, which make later imports refuse them. This cannot
          be undone.
        </p>
      </ConfirmWithReason>
    </div>
  );
}

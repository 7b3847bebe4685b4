import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { ErrorNotice, MessageText, Notice } from '../../components/notice.tsx';
import { Select } from '../../components/select.tsx';
import { formatNumber, plural } from '../../format.ts';
import { type BulkRange, useBulkCount } from './queries.ts';

interface BulkDialogProps {
  readonly source: string | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface Done {
  readonly decided: number;
  readonly skipped: number;
}

/** Decides in steps: the service works for a few seconds at a time. */
async function decideAll(
  { decision, bound, source }: BulkRange,
  count: number,
  onStep: (done: Done) => void,
): Promise<Done> {
  const score = decision === 'accept' ? { min_score: bound } : { below_score: bound };
  const done = { decided: 0, skipped: 0 };
  for (let left = count; left > 0; ) {
    const body = { decision, ...score, ...(source === undefined ? {} : { source }), count: left };
    const step = await orgdex.admin.decideMatches(body);
    done.decided += step.decided;
    done.skipped = step.skipped.length;
    onStep({ ...done });
    if (step.decided === 0) break;
    left = step.remaining;
  }
  return done;
}

/** Accepts or rejects all matches above or below a score, after showing how many they are. */
export function BulkDialog({ source, isOpen, onClose }: BulkDialogProps) {
  const [decision, setDecision] = useState<'accept' | 'reject'>('reject');
  const [bound, setBound] = useState(0.3);
  const [progress, setProgress] = useState<Done>();
  const range = { decision, bound, source };
  const count = useBulkCount(isOpen ? range : undefined);
  const queryClient = useQueryClient();
  const run = useMutation({
    mutationFn: (total: number) => decideAll(range, total, setProgress),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['matches'] }),
  });
  const close = () => {
    run.reset();
    setProgress(undefined);
    onClose();
  };
  const total = count.data ?? 0;
  return (
    <Dialog
      title="Decide many matches"
      description="Each decision is an entry in the audit log and can be undone one by one."
      isOpen={isOpen}
      onClose={close}
      cancelLabel={run.isSuccess ? 'Close' : 'Cancel'}
      actions={
        !run.isSuccess && (
          <button
            type="button"
            className={`button ${decision === 'accept' ? 'button-primary' : 'button-danger'}`}
            disabled={total === 0 || run.isPending || count.isFetching}
            onClick={() => run.mutate(total)}
          >
            {run.isPending
              ? `${formatNumber(progress?.decided ?? 0)} of ${formatNumber(total)}…`
              : `${decision === 'accept' ? 'Accept' : 'Reject'} ${plural(total, 'match', 'matches')}`}
          </button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Decision">
            {({ id }) => (
              <Select
                id={id}
                label="Decision"
                value={decision}
                choices={[
                  { value: 'reject', label: 'Reject those below' },
                  { value: 'accept', label: 'Accept those from' },
                ]}
                onChange={(next) => {
                  setDecision(next);
                  setBound(next === 'accept' ? 0.95 : 0.3);
                }}
              />
            )}
          </Field>
          <Field label="Score">
            {(ids) => (
              <input
                {...ids}
                type="number"
                min={0}
                max={1}
                step={0.01}
                className="input"
                value={bound}
                onChange={(event) => setBound(Math.min(1, Math.max(0, Number(event.target.value))))}
              />
            )}
          </Field>
        </div>
        {run.isSuccess ? (
          <Notice tone={run.data.skipped > 0 ? 'warn' : 'good'}>
            {plural(run.data.decided, 'match was', 'matches were')} decided.
            {run.data.skipped > 0 &&
              ` ${plural(run.data.skipped, 'match', 'matches')} could not be decided and stay proposed.`}
          </Notice>
        ) : (
          <p className="text-ink-2">
            {count.isError ? (
              <MessageText text={count.error.message} />
            ) : (
              `${plural(total, 'proposed match has', 'proposed matches have')} such a score${source === undefined ? '' : ` and come from ${source}`}.`
            )}
          </p>
        )}
        <ErrorNotice error={run.error} />
      </div>
    </Dialog>
  );
}

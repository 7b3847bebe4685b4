import type { OptOut } from '@orgdex/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { CursorPager } from '../../components/cursor-pager.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { EmptyState } from '../../components/states.tsx';
import { saveJson } from '../../csv.ts';
import { formatMoment, formatNumber, plural } from '../../format.ts';
import { textIn, useGoBack } from '../../search-params.ts';
import { ConfirmWithReason } from './confirm-with-reason.tsx';

const route = getRouteApi('/app/privacy');

/** How a person was identified, as a reader says it. */
const wayNames: Record<NonNullable<OptOut['by']>, string> = {
  email: 'Email',
  phone: 'Phone',
  network: 'Profile',
  person_id: 'Person id',
  email_sha256: 'Email hash',
  phone_sha256: 'Phone hash',
};

export const saveReceipt = (receipt: OptOut): void => saveJson(`receipt-${receipt.id}`, receipt);

/** Lifts an opt-out, with a reason. */
const LiftDialog = ({ receipt, onClose }: { receipt: OptOut; onClose: () => void }) => (
  <ConfirmWithReason
    title="Lift this opt-out?"
    action="Lift"
    onClose={onClose}
    onConfirm={(reason) => orgdex.admin.liftOptOut(receipt.id, { reason })}
    refreshes={['opt-outs']}
  >
    <p>
      Only for a mistake. The next import that contains the person shows them again, unless another opt-out covers them.
    </p>
  </ConfirmWithReason>
);

function Actions({ receipt, onLift }: { receipt: OptOut; onLift: () => void }) {
  const { id, at, by, lifted_at } = receipt;
  const name = `${formatMoment(at)}, ${id}`;
  return (
    <div className="flex items-center justify-end gap-2">
      {lifted_at !== null && <span className="text-ink-3">Lifted {formatMoment(lifted_at)}</span>}
      {lifted_at === null && by !== null && (
        <button type="button" className="button" aria-label={`Lift the opt-out of ${name}`} onClick={onLift}>
          Lift…
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={`Download the receipt of ${name}`}
        onClick={() => saveReceipt(receipt)}
      >
        <Icon name="download" />
      </button>
    </div>
  );
}

const counts = ['people', 'positions', 'emails', 'phones', 'profiles'] as const;

const columnsFor = (onLift: (receipt: OptOut) => void): Column<OptOut>[] => [
  { head: 'Recorded', cell: ({ at }) => formatMoment(at) },
  { head: 'By', cell: ({ by }) => (by === null ? '' : wayNames[by]) },
  ...counts.map((count) => ({
    head: `${count[0]?.toUpperCase()}${count.slice(1)}`,
    isNumber: true,
    cell: (receipt: OptOut) => formatNumber(receipt[count]),
  })),
  {
    head: 'Receipt',
    isNumber: true,
    cell: (receipt) => <Actions receipt={receipt} onLift={() => onLift(receipt)} />,
  },
];

export function OptOutList() {
  const goBack = useGoBack();
  const cursor = textIn(route.useSearch(), 'cursor');
  const navigate = route.useNavigate();
  const [lifting, setLifting] = useState<OptOut>();
  const query = useQuery({
    queryKey: ['opt-outs', cursor],
    queryFn: ({ signal }) => orgdex.admin.listOptOuts({ cursor }, { signal }),
  });
  return (
    <Panel title="Recorded opt-outs" note="The values themselves are never shown">
      <QueryView query={query}>
        {({ opt_outs, next_cursor }) =>
          opt_outs.length === 0 ? (
            <EmptyState icon="shield" title="No opt-outs yet" />
          ) : (
            <>
              <DataTable of="opt-outs" rows={opt_outs} columns={columnsFor(setLifting)} keyOf={({ id }) => id} />
              {(next_cursor !== null || cursor !== undefined) && (
                <CursorPager
                  note={plural(opt_outs.length, 'entry', 'entries')}
                  onPrevious={cursor === undefined ? undefined : () => goBack(() => void navigate({ search: {} }))}
                  onNext={
                    next_cursor === null
                      ? undefined
                      : () => void navigate({ search: { cursor: next_cursor }, state: { isNextPage: true } })
                  }
                />
              )}
            </>
          )
        }
      </QueryView>
      {lifting && <LiftDialog receipt={lifting} onClose={() => setLifting(undefined)} />}
    </Panel>
  );
}

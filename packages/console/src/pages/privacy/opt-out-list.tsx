import type { OptOut } from '@orgdex/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CursorPager } from '../../components/cursor-pager.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { EmptyState } from '../../components/states.tsx';
import { saveFile } from '../../csv.ts';
import { formatMoment, formatNumber, plural } from '../../format.ts';
import { useGoBack } from '../../paging.ts';
import { textIn } from '../../search-params.ts';

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

export const saveReceipt = (receipt: OptOut): void =>
  saveFile(`receipt-${receipt.id}.json`, [`${JSON.stringify(receipt, null, 2)}\n`], 'application/json');

/** Lifts an opt-out, with a reason. */
function LiftDialog({ receipt, onClose }: { receipt: OptOut | undefined; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const queryClient = useQueryClient();
  const lift = async () => {
    if (!receipt) return;
    await orgdex.admin.liftOptOut(receipt.id, { reason });
    setReason('');
    await queryClient.invalidateQueries({ queryKey: ['opt-outs'] });
  };
  return (
    <Confirm title="Lift this opt-out?" action="Lift" isOpen={receipt !== undefined} onClose={onClose} onConfirm={lift}>
      <div className="flex flex-col gap-3">
        <p>
          Only for a mistake. The next import that contains the person shows them again, unless another opt-out covers
          them.
        </p>
        <Field label="Reason" hint="Stored with the receipt and in the audit log. No email address or phone number.">
          {(ids) => (
            <input
              {...ids}
              maxLength={500}
              autoComplete="off"
              className="input"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Confirm>
  );
}

function Row({ receipt, onLift }: { receipt: OptOut; onLift: () => void }) {
  const { id, at, by, people, positions, emails, phones, profiles, lifted_at } = receipt;
  const recorded = formatMoment(at);
  return (
    <tr>
      <td>{recorded}</td>
      <td>{by === null ? '' : wayNames[by]}</td>
      {Object.entries({ people, positions, emails, phones, profiles }).map(([name, count]) => (
        <td key={name} className="number">
          {formatNumber(count)}
        </td>
      ))}
      <td>
        <div className="flex items-center justify-end gap-2">
          {lifted_at !== null && <span className="text-ink-3">Lifted {formatMoment(lifted_at)}</span>}
          {lifted_at === null && by !== null && (
            <button
              type="button"
              className="button"
              aria-label={`Lift the opt-out of ${recorded}, ${id}`}
              onClick={onLift}
            >
              Lift…
            </button>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={`Download the receipt of ${recorded}, ${id}`}
            onClick={() => saveReceipt(receipt)}
          >
            <Icon name="download" />
          </button>
        </div>
      </td>
    </tr>
  );
}

const counts = ['People', 'Positions', 'Emails', 'Phones', 'Profiles'];

function OptOutTable({ receipts, onLift }: { receipts: readonly OptOut[]; onLift: (receipt: OptOut) => void }) {
  return (
    <ScrollRegion label="Table of opt-outs">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Recorded</th>
            <th scope="col">By</th>
            {counts.map((head) => (
              <th key={head} scope="col" className="number">
                {head}
              </th>
            ))}
            <th scope="col" className="number">
              Receipt
            </th>
          </tr>
        </thead>
        <tbody>
          {receipts.map((receipt) => (
            <Row key={receipt.id} receipt={receipt} onLift={() => onLift(receipt)} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

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
    <section className="panel">
      <div className="panel-head">
        <h2 className="panel-title">Recorded opt-outs</h2>
        <span className="text-xs text-ink-3">The values themselves are never shown</span>
      </div>
      <QueryView query={query}>
        {({ opt_outs, next_cursor }) =>
          opt_outs.length === 0 ? (
            <EmptyState icon="shield" title="No opt-outs yet" />
          ) : (
            <>
              <OptOutTable receipts={opt_outs} onLift={setLifting} />
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
      <LiftDialog receipt={lifting} onClose={() => setLifting(undefined)} />
    </section>
  );
}

import type { OptOutListResult } from '@orgdex/contract';
import { optOutLimits } from '@orgdex/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { saveJson } from '../../csv.ts';
import { formatNumber, plural } from '../../format.ts';
import { readFile, type Table } from '../match/table.ts';
import { listNameOf, toItems } from './opt-out-items.ts';

type Results = OptOutListResult['results'];

/** Sends the rows a thousand at a time. After an error, the same file can be sent again. */
async function sendTable(table: Table, onSent: (rows: number) => void): Promise<Results> {
  const [items, list] = [toItems(table), listNameOf(table)];
  const results: Results = [];
  for (let from = 0; from < items.length; from += optOutLimits.maxItems) {
    const some = items.slice(from, from + optOutLimits.maxItems);
    results.push(...(await orgdex.admin.addOptOuts({ list, opt_outs: some })).results);
    onSent(results.length);
  }
  return results;
}

/** Rows with a problem that are listed; the download has all. */
const mostShown = 20;

function Outcome({ results, name }: { results: Results; name: string }) {
  const count = (status: Results[number]['status']) => results.filter((result) => result.status === status).length;
  const invalid = results.filter(({ status }) => status === 'invalid');
  const sentences = [
    `${plural(count('recorded'), 'opt-out was', 'opt-outs were')} recorded.`,
    ...(count('repeated') > 0 ? [`${formatNumber(count('repeated'))} had been recorded before.`] : []),
    ...(count('lifted') > 0 ? [`${formatNumber(count('lifted'))} had been lifted, and stay so.`] : []),
    ...(invalid.length > 0 ? [`${plural(invalid.length, 'row was', 'rows were')} not recorded:`] : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      <Notice tone={invalid.length > 0 ? 'warn' : 'good'}>
        <p>{sentences.join(' ')}</p>
        {invalid.length > 0 && (
          <ul className="mt-1 list-inside list-disc">
            {invalid.slice(0, mostShown).map(({ ref, problem }) => (
              <li key={ref}>
                Row {ref}: {problem?.message}
              </li>
            ))}
            {invalid.length > mostShown && <li>and {formatNumber(invalid.length - mostShown)} more</li>}
          </ul>
        )}
      </Notice>
      <button type="button" className="button self-start" onClick={() => saveJson(`${name}-receipts`, results)}>
        <Icon name="download" />
        Download the receipts
      </button>
    </div>
  );
}

/** Records the opt-outs of a file, after a question. The file stays in this browser; its rows are sent once. */
export function OptOutUpload() {
  const [table, setTable] = useState<Table>();
  const [error, setError] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const [sent, setSent] = useState(0);
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: (file: Table) => sendTable(file, setSent),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['opt-outs'] }),
  });
  const take = async (file: File | undefined) => {
    send.reset();
    setSent(0);
    setError(undefined);
    setTable(undefined);
    if (!file) return;
    try {
      const read = await readFile(file);
      if (read.omitted > 0) throw new Error('The file has more than 10,000 rows. Use `orgdex person suppress --file`.');
      toItems(read);
      setTable(read);
    } catch (thrown) {
      setError((thrown as Error).message);
    }
  };
  const rows = plural(table?.rows.length ?? 0, 'row');
  return (
    <Panel title="Record a list">
      <div className="flex flex-col gap-4 p-4">
        <Field
          label="CSV file"
          hint="With a column email, phone, country, network or person_id. Each row identifies one person in one way."
          error={error}
        >
          {(ids) => (
            <input
              {...ids}
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              className="input"
              onChange={(event) => void take(event.target.files?.[0])}
            />
          )}
        </Field>
        <button
          type="button"
          className="button button-primary self-start"
          disabled={table === undefined || send.isPending || send.isSuccess}
          onClick={() => setAsked(true)}
        >
          {table === undefined ? 'Record the list…' : `Record ${rows}…`}
        </button>
        {send.isPending && <p role="status">{formatNumber(sent)} rows sent</p>}
        {send.isSuccess && <Outcome results={send.data} name={table?.name ?? 'opt-outs'} />}
      </div>
      <Confirm
        title={`Remove the people of ${rows} permanently?`}
        action="Remove"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={async () => table && send.mutateAsync(table)}
      >
        <p>
          They disappear from all responses at once, and later imports reject them. Each row has a receipt, with which a
          mistake can be lifted.
        </p>
      </Confirm>
    </Panel>
  );
}

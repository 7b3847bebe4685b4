import { useRef, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatNumber } from '../../format.ts';
import { readFile, readTable, type Table } from './table.ts';

interface FileDropProps {
  readonly table: Table | undefined;
  readonly onTable: (table: Table) => void;
}

function PasteDialog({
  isOpen,
  onClose,
  onText,
}: {
  isOpen: boolean;
  onClose: () => void;
  onText: (text: string) => void;
}) {
  const [text, setText] = useState('');
  const submit = () => {
    onText(text);
    onClose();
  };
  return (
    <Dialog
      title="Paste rows"
      description="Copy the rows from a spreadsheet, with the line of headers."
      isOpen={isOpen}
      onClose={onClose}
      width="max-w-2xl"
      actions={
        <button type="button" className="button button-primary" disabled={text.trim() === ''} onClick={submit}>
          Use these rows
        </button>
      }
    >
      <textarea
        aria-label="Rows"
        rows={10}
        className="input font-mono text-xs"
        placeholder={'Company\tWebsite\nKestrel & Vane\tkestrel.example.com'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}

/** Where a table comes in: dropped, chosen or pasted. It stays in this browser until it is sent row by row. */
export function FileDrop({ table, onTable }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const [error, setError] = useState<string>();
  const take = async (read: () => Promise<Table>) => {
    setError(undefined);
    try {
      onTable(await read());
    } catch (thrown) {
      setError((thrown as Error).message);
    }
  };
  const takeFile = (file: File | undefined) => file && void take(() => readFile(file));
  const colors = isOver ? 'border-accent bg-accent-soft' : 'border-field bg-side';
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the buttons do the same */}
      <div
        className={`flex flex-wrap items-center gap-4 rounded-lg border border-dashed px-4 py-3 ${colors}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          takeFile(event.dataTransfer.files[0]);
        }}
      >
        <Icon name="file" className="size-5 text-ink-2" />
        <div className="min-w-0 grow">
          <p className="font-medium">
            {table ? `${table.name}, ${formatNumber(table.rows.length)} rows` : 'Drop a CSV file here'}
          </p>
          <p className="text-ink-3">
            {table
              ? 'Drop another file here, or paste rows from a spreadsheet.'
              : 'Or choose it, or paste rows from a spreadsheet. The first line has the headers.'}
          </p>
        </div>
        <div className="flex gap-2">
          <button type="button" className="button" onClick={() => setPasting(true)}>
            Paste rows
          </button>
          <button
            type="button"
            className={`button ${table ? '' : 'button-primary'}`}
            onClick={() => input.current?.click()}
          >
            <Icon name="file" />
            Choose file
          </button>
        </div>
        <input
          ref={input}
          type="file"
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          className="hidden"
          onChange={(event) => {
            takeFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      <PasteDialog
        isOpen={isPasting}
        onClose={() => setPasting(false)}
        onText={(text) => void take(() => readTable('pasted rows', text))}
      />
    </>
  );
}

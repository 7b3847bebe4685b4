import type { CompanyExplanation } from '@orgdex/contract';
import { orgdex } from '../../client.ts';
import { Confirm } from '../../components/confirm.tsx';

interface SplitDialogProps {
  readonly company: string;
  readonly record: CompanyExplanation['records'][number] | undefined;
  readonly onClose: () => void;
}

/** Moves one record out of a company, after a question. */
export function SplitDialog({ company, record, onClose }: SplitDialogProps) {
  const split = async () => {
    if (!record) return;
    const { source, key } = record;
    await orgdex.admin.splitCompany(company, { records: [{ source, key }] });
  };
  return (
    <Confirm
      title="Split this record from the company?"
      action="Split"
      isOpen={record !== undefined}
      onClose={onClose}
      onConfirm={split}
      refreshes={['explain']}
    >
      <p>
        <code>
          {record?.source}:{record?.key}
        </code>{' '}
        becomes a company of its own with the next publish. Later imports keep the decision. Joining the two companies
        undoes it.
      </p>
    </Confirm>
  );
}

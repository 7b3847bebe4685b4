import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { orgdex } from '../../client.ts';
import { CountryCode } from '../../components/badge.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SearchBox } from '../../components/search-box.tsx';

interface JoinDialogProps {
  readonly company: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Finds the other company, and joins the two. */
export function JoinDialog({ company, isOpen, onClose }: JoinDialogProps) {
  const [text, setText] = useState('');
  const [other, setOther] = useState<string>();
  const q = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: ['suggest', q],
    queryFn: ({ signal }) => orgdex.companies.suggest({ q, size: 8 }, { signal }),
    enabled: isOpen && q !== '',
  });
  const navigate = useNavigate();
  const join = async () => {
    if (other === undefined) return;
    const joined = await orgdex.admin.joinCompanies({ companies: [company, other] });
    await navigate({ to: '/companies/$id', params: { id: joined.company }, search: { tab: 'records' } });
  };
  const choices = (found.data?.companies ?? []).filter(({ id }) => id !== company);
  return (
    <FormDialog
      title="Join with another company"
      description="The newer id redirects to the older one with the next publish. Later imports keep the decision."
      isOpen={isOpen}
      action="Join"
      isReady={other !== undefined}
      onSave={join}
      refreshes="explain"
      onSaved={onClose}
      onClose={onClose}
    >
      <SearchBox
        label="Name, domain or register number"
        value={text}
        onChange={setText}
        // Enter must not join with what was chosen before.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <fieldset className="max-h-64 overflow-y-auto">
        <legend className="sr-only">Companies</legend>
        {choices.map(({ id, name, fqdn, country }) => (
          <label key={id} className="flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2 hover:bg-hover">
            <input
              type="radio"
              name="other"
              className="checkbox"
              checked={other === id}
              onChange={() => setOther(id)}
            />
            <span className="min-w-0 grow truncate">
              <span className="font-medium">{name ?? id}</span> <span className="text-xs text-ink-3">{fqdn ?? id}</span>
            </span>
            {country && <CountryCode code={country} />}
          </label>
        ))}
        {q !== '' && found.data && choices.length === 0 && (
          <p className="px-2 py-2 text-ink-2">No other company matches.</p>
        )}
      </fieldset>
    </FormDialog>
  );
}

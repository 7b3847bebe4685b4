import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { choiceIn } from '../../search-params.ts';
import { ExpiryTab } from './expiry-tab.tsx';
import { OptOutForm } from './opt-out-form.tsx';
import { OptOutList } from './opt-out-list.tsx';
import { OptOutUpload } from './opt-out-upload.tsx';
import { RequestsTab } from './requests-tab.tsx';

const route = getRouteApi('/app/privacy');
const tabNames = ['opt-outs', 'requests', 'expiry'] as const;

const OptOutsTab = () => (
  <div className="grid items-start gap-4 p-4 md:px-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
    <div className="flex flex-col gap-4">
      <OptOutForm />
      <OptOutUpload />
    </div>
    <OptOutList />
  </div>
);

export function PrivacyPage() {
  const tab = choiceIn(route.useSearch(), 'tab', tabNames) ?? 'opt-outs';
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Privacy" note="Requests of people about their data" />
      <Tabs
        value={tab}
        onChange={(next) => void navigate({ search: next === 'opt-outs' ? {} : { tab: next } })}
        tabs={[
          { value: 'opt-outs', label: 'Opt-outs', content: <OptOutsTab /> },
          { value: 'requests', label: 'Access and erasure', content: <RequestsTab /> },
          { value: 'expiry', label: 'Expiry', content: <ExpiryTab /> },
        ]}
      />
    </>
  );
}

import type { Scope, Session } from '@orgdex/contract';
import type { IconName } from '../components/icon.tsx';
import { isAllowed } from '../session.ts';

export interface NavigationItem {
  readonly label: string;
  readonly icon: IconName;
  readonly to:
    | '/companies'
    | '/match'
    | '/review'
    | '/imports'
    | '/coverage'
    | '/privacy'
    | '/status'
    | '/access/$tab'
    | '/usage';
  readonly tab?: string;
  readonly scope: Scope | 'any';
  /** The letter after g that goes there. */
  readonly letter?: string;
}

interface NavigationGroup {
  readonly label: string;
  readonly items: readonly NavigationItem[];
}

const groups: readonly NavigationGroup[] = [
  {
    label: 'Explore',
    items: [
      { label: 'Companies', icon: 'building', to: '/companies', scope: 'company:search', letter: 'c' },
      { label: 'Match a file', icon: 'match', to: '/match', scope: 'company:read', letter: 'm' },
      { label: 'Review matches', icon: 'review', to: '/review', scope: 'admin', letter: 'r' },
    ],
  },
  {
    label: 'Operate',
    items: [
      { label: 'Imports', icon: 'import', to: '/imports', scope: 'admin', letter: 'i' },
      { label: 'Coverage', icon: 'grid', to: '/coverage', scope: 'admin', letter: 'o' },
      { label: 'Privacy', icon: 'shield', to: '/privacy', scope: 'admin', letter: 'p' },
      { label: 'Status', icon: 'pulse', to: '/status', scope: 'admin', letter: 's' },
    ],
  },
  {
    label: 'Access',
    items: [
      { label: 'Accounts and plans', icon: 'people', to: '/access/$tab', tab: 'accounts', scope: 'admin', letter: 'a' },
      { label: 'Keys', icon: 'key', to: '/access/$tab', tab: 'keys', scope: 'admin', letter: 'k' },
      { label: 'Usage', icon: 'chart', to: '/access/$tab', tab: 'usage', scope: 'admin', letter: 'u' },
      { label: 'Audit log', icon: 'log', to: '/access/$tab', tab: 'audit', scope: 'admin', letter: 'l' },
    ],
  },
];

/** What a customer sees instead of the usage of all accounts. */
const ownUsage: NavigationGroup = {
  label: 'Access',
  items: [{ label: 'Usage', icon: 'chart', to: '/usage', scope: 'any', letter: 'u' }],
};

/** The pages that a session may open, by group. */
export function navigationOf(session: Session): NavigationGroup[] {
  const all = session.is_admin ? groups : [...groups, ownUsage];
  return all
    .map(({ label, items }) => ({
      label,
      items: items.filter(({ scope }) => scope === 'any' || isAllowed(session, scope)),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The address of an item, as a link takes it. */
export const targetOf = ({ to, tab }: NavigationItem) =>
  ({ to, ...(tab === undefined ? {} : { params: { tab } }) }) as const;

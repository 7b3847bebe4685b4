import { Link } from '@tanstack/react-router';
import { Icon } from '../components/icon.tsx';
import { Logo } from '../components/logo.tsx';
import { formatNumber } from '../format.ts';
import { isAllowed, useServiceStatus, useSession } from '../session.ts';
import { FindBox } from './find-box.tsx';
import { type NavigationItem, navigationOf, targetOf } from './navigation.ts';
import { SideFoot } from './side-foot.tsx';

/** What an item has to say: matches that wait, an import that runs. */
function Mark({ item }: { item: NavigationItem }) {
  const { data } = useServiceStatus();
  if (item.to === '/review' && data && data.proposed_matches.value > 0) {
    const { value, relation } = data.proposed_matches;
    return (
      <span className="ml-auto text-xs text-ink-3">
        {formatNumber(value)}
        {relation === 'gte' && '+'}
      </span>
    );
  }
  const isRunning = data?.runs.some(({ state }) => state === 'staging' || state === 'applying');
  if (item.to !== '/imports' || !isRunning) return null;
  return <span role="img" aria-label="An import is running" className="ml-auto size-2 rounded-full bg-accent-solid" />;
}

const linkClass = [
  'flex h-8 items-center gap-2.5 rounded-md px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink',
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent',
].join(' ');

/** The pages of the console, and who is signed in. */
export function SideNavigation({ onNavigate }: { onNavigate?: () => void }) {
  const session = useSession();
  return (
    <aside aria-label="Console" className="flex h-full flex-col gap-4 bg-side px-3 py-4">
      <div className="flex items-center justify-between px-2">
        <Logo />
        {session.mode === 'test' && <span className="text-xs text-ink-3">test data</span>}
      </div>
      {isAllowed(session, 'company:search') && <FindBox {...(onNavigate ? { onNavigate } : {})} />}
      <nav aria-label="Pages of the console" className="flex grow flex-col gap-4 overflow-y-auto">
        {navigationOf(session).map(({ label, items }) => (
          <div key={label}>
            <h2 className="px-2 pb-1 text-xs font-medium text-ink-3">{label}</h2>
            <ul>
              {items.map((item) => (
                <li key={item.label}>
                  <Link {...targetOf(item)} className={linkClass} onClick={onNavigate}>
                    <Icon name={item.icon} />
                    {item.label}
                    <Mark item={item} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <SideFoot />
    </aside>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../client.ts';
import { Icon } from '../components/icon.tsx';
import { formatDuration } from '../format.ts';
import { isDark, usePreference } from '../preferences.ts';
import { endSession, useServiceStatus, useSession } from '../session.ts';

/** Which data is live, who is signed in, and the way out. */
export function SideFoot() {
  const session = useSession();
  const live = useServiceStatus().data?.generations.find(({ state }) => state === 'live');
  const generation = live?.id ?? session.generation;
  const signOut = useSignOut();
  return (
    <footer className="border-t border-edge pt-3 text-xs text-ink-2">
      <p className="flex items-center gap-2 px-2 py-1">
        <span className={`size-2 rounded-full ${generation === null ? 'bg-mark-warn' : 'bg-mark-good'}`} />
        {generation === null ? 'No data is published' : `Generation ${generation} is live`}
        {live?.lag_seconds != null && (
          <span className="ml-auto text-ink-3" title="Age of the oldest change that is not published">
            {formatDuration(live.lag_seconds)}
          </span>
        )}
      </p>
      <p className="flex items-center gap-1 py-1 pl-2">
        <span className="min-w-0 truncate" title={session.account}>
          {session.account}
        </span>
        <span className="whitespace-nowrap">…{session.hint}</span>
        <span className="ml-auto flex">
          <ThemeButton />
          <button type="button" className="icon-button" aria-label="Sign out" onClick={() => signOut.mutate()}>
            <Icon name="leave" />
          </button>
        </span>
      </p>
    </footer>
  );
}

export function ThemeButton() {
  const [theme, setTheme] = usePreference('theme');
  const next = isDark(theme) ? 'light' : 'dark';
  return (
    <button type="button" className="icon-button" aria-label={`Use the ${next} theme`} onClick={() => setTheme(next)}>
      <Icon name={next === 'dark' ? 'moon' : 'sun'} />
    </button>
  );
}

/** Ends the session and forgets everything that was read. */
export function useSignOut() {
  const router = useRouter();
  return useMutation({
    mutationFn: endSession,
    onSettled: async () => {
      await router.navigate({ to: '/sign-in', search: {} });
      queryClient.clear();
    },
  });
}

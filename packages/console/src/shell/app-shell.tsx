import { Dialog } from '@base-ui/react/dialog';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { Logo } from '../components/logo.tsx';
import { NoPermission } from '../components/states.tsx';
import { isAllowed, useSession } from '../session.ts';
import { Shortcuts } from './shortcuts.tsx';
import { ThemeButton, useSignOut } from './side-foot.tsx';
import { SideNavigation } from './side-navigation.tsx';

/** The navigation on a phone: opens over the page. */
function PhoneBar() {
  const [isOpen, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center justify-between border-b border-edge bg-side px-3 md:hidden">
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <div className="flex items-center gap-2">
          <Dialog.Trigger className="icon-button size-10" aria-label="Open the navigation">
            <Icon name="menu" />
          </Dialog.Trigger>
          <Logo />
        </div>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
          <Dialog.Popup
            aria-label="Navigation"
            className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] shadow-float outline-none"
          >
            <SideNavigation onNavigate={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <ThemeButton />
    </header>
  );
}

/** The page, or which scope the key lacks for it. */
function Page() {
  const session = useSession();
  const signOut = useSignOut();
  const scope = useMatches().at(-1)?.staticData.scope;
  if (scope === undefined || scope === 'any' || isAllowed(session, scope)) return <Outlet />;
  return (
    <NoPermission isPage scope={scope} hint={session.hint} scopes={session.scopes} onSignOut={() => signOut.mutate()} />
  );
}

export function AppShell() {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <button
        type="button"
        className="button button-primary absolute top-2 left-2 z-50 not-focus:sr-only"
        onClick={() => document.getElementById('main')?.focus()}
      >
        Skip to the page
      </button>
      <div className="sticky top-0 hidden h-dvh border-r border-edge md:block">
        <SideNavigation />
      </div>
      <PhoneBar />
      <main id="main" tabIndex={-1} className="min-w-0 outline-none">
        <Page />
      </main>
      <Shortcuts />
    </div>
  );
}

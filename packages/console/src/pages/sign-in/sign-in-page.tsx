import { OrgdexError } from '@orgdex/sdk';
import { useMutation } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { queryClient } from '../../client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Field, textOfField } from '../../components/field.tsx';
import { Logo } from '../../components/logo.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTitle } from '../../components/page-header.tsx';
import { textIn } from '../../search-params.ts';
import { openSession, sessionQuery } from '../../session.ts';
import { ThemeButton } from '../../shell/side-foot.tsx';

const createKey = 'npx orgdex key create --account operator --scope admin --expires 90d';

/** Messages for this page; every other problem says itself what to do. */
const messages: Partial<Record<string, string>> = {
  key_unknown: 'This key is not valid. It may be incomplete, expired or revoked.',
  not_ready: 'The service is starting. Try again in a moment.',
  unexpected_response: 'The service did not respond as expected. Try again in a moment.',
};

const messageOf = (error: Error): string =>
  (error instanceof OrgdexError ? messages[error.code] : undefined) ?? error.message;

/** A path inside the console; anything else leads to the start. */
const pathIn = (next: string | undefined): string => (next && /^\/(?![/\\])/.test(next) ? next : '/');

function SignInForm() {
  const [isShown, setShown] = useState(false);
  const router = useRouter();
  const next = textIn(useSearch({ from: '/sign-in' }), 'next');
  const signIn = useMutation({
    mutationFn: openSession,
    onSuccess: async (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      await router.navigate({ href: `${import.meta.env.BASE_URL}${pathIn(next).slice(1)}` });
    },
  });
  // The key stays in the field of the form, and nowhere else.
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = textOfField(new FormData(event.currentTarget), 'key');
    if (key !== '') signIn.mutate(key);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="API key" error={signIn.isError ? messageOf(signIn.error) : undefined}>
        {(ids) => (
          <span className="relative flex">
            <input
              {...ids}
              name="key"
              type={isShown ? 'text' : 'password'}
              autoComplete="off"
              spellCheck={false}
              required
              maxLength={200}
              className="input h-9 pr-16 font-mono"
            />
            <button
              type="button"
              className="absolute inset-y-0 right-0 px-3 text-xs font-medium text-ink-2 hover:text-ink"
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? 'Hide' : 'Show'}
            </button>
          </span>
        )}
      </Field>
      <button type="submit" className="button button-primary h-9" disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}

export function SignInPage() {
  useTitle('Sign in');
  const hasEnded = textIn(useSearch({ from: '/sign-in' }), 'ended') !== undefined;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between px-6 py-5">
        <Logo />
        <ThemeButton />
      </header>
      <main className="mx-auto flex w-full max-w-sm grow flex-col justify-center gap-5 px-4 pb-24">
        {hasEnded && <Notice tone="warn">Your session has ended. Sign in again to continue.</Notice>}
        <section className="panel flex flex-col gap-4 p-6">
          <div>
            <h1 className="text-xl font-semibold">Sign in</h1>
            <p className="text-ink-2">You can do what your API key may do.</p>
          </div>
          <SignInForm />
        </section>
        <section className="flex flex-col gap-2">
          <p className="text-ink-2">No key yet? Run this where orgdex is installed:</p>
          <div className="flex items-start justify-between gap-2 rounded-md border border-edge bg-sunken py-2 pr-2 pl-3">
            <code className="text-xs leading-5">{createKey}</code>
            <CopyButton text={createKey} label="Copy the command" />
          </div>
        </section>
      </main>
      <footer className="flex justify-between px-6 py-5 text-xs text-ink-3">
        <span>{location.host}</span>
        <a href="/docs" className="link">
          API reference
        </a>
      </footer>
    </div>
  );
}

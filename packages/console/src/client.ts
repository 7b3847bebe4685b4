import { Orgdex, OrgdexError } from '@orgdex/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/**
 * The service that serves this page. The session cookie authenticates. A person waits for a busy service longer than a
 * program, and some operations of the operator read a lot.
 */
export const orgdex = new Orgdex({ url: '', maxRetries: 4, timeoutSeconds: 60 });

/** The session is over: everything that was read may no longer be shown. */
export const isSignedOut = (error: unknown): boolean => error instanceof OrgdexError && error.status === 401;

type Listener = () => void;
const signedOutListeners = new Set<Listener>();

/** Calls back when a request finds that the session is over. */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

function noticeSignedOut(error: unknown): void {
  if (isSignedOut(error)) for (const listener of signedOutListeners) listener();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({ onError: noticeSignedOut }),
  defaultOptions: {
    // The SDK repeats what may pass later; after that, the reader decides.
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

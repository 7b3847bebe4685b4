import { useRouter } from '@tanstack/react-router';
import { ErrorState } from './states.tsx';

/** What a page shows instead of itself when it fails. */
export function Crash({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} onRetry={retry} isPage />;
}

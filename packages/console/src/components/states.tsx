import { OrgdexError } from '@orgdex/sdk';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { MessageText } from './notice.tsx';

interface MessageProps {
  readonly icon: IconName;
  readonly title: string;
  /** It stands for the whole page, so its title is the heading of the page. */
  readonly isPage?: boolean | undefined;
  readonly children?: ReactNode;
}

const Message = ({ icon, title, isPage, children }: MessageProps) => (
  <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
    <Icon name={icon} className="size-5 text-ink-2" />
    {isPage ? <h1 className="font-semibold">{title}</h1> : <h2 className="font-semibold">{title}</h2>}
    <div className="flex max-w-xl flex-col items-center gap-3 text-ink-2">{children}</div>
  </div>
);

/** There is nothing to show, and what to do about it. */
export const EmptyState = ({ icon = 'search', ...rest }: Omit<MessageProps, 'icon'> & { icon?: IconName }) => (
  <Message icon={icon} {...rest} />
);

/** Appears only after a moment, so that a fast response does not flicker. */
function Delayed({ children, delayMs = 150 }: { children: ReactNode; delayMs?: number }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isShown ? children : null;
}

/** Stands for text that is not there yet. */
export const Skeleton = ({ className = 'h-3 w-40' }: { className?: string }) => (
  <span className={`block animate-pulse rounded-sm bg-edge ${className}`} />
);

/** Rows in the shape of a list. */
export const SkeletonRows = ({ rows = 8 }: { rows?: number }) => (
  <Delayed>
    <div role="status" aria-label="Loading" className="divide-y divide-edge">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} className="flex h-11 items-center gap-8 px-4">
          <Skeleton className="h-3 w-1/3" />
          <Skeleton className="h-3 w-1/6" />
          <Skeleton className="h-3 w-1/6" />
          <Skeleton className="ml-auto h-3 w-16" />
        </div>
      ))}
    </div>
  </Delayed>
);

const titles: Partial<Record<string, string>> = {
  connection_failed: 'No connection',
  timeout: 'No response in time',
  rate_limited: 'Too many requests',
  quota_exhausted: 'No credits left',
  daily_cap_reached: 'Daily limit reached',
  company_not_found: 'Company not found',
  scope_missing: 'This key may not do this',
  country_not_allowed: 'This key may not read this country',
};

const titleOf = ({ code, status }: OrgdexError): string =>
  titles[code] ?? (status === 503 ? 'Not available right now' : 'Something went wrong');

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  readonly isPage?: boolean;
}

/** What failed, with all that an operator needs to find it. */
export function ErrorState({ error, onRetry, isPage }: ErrorStateProps) {
  const known = error instanceof OrgdexError ? error : undefined;
  const isForbidden = known?.status === 403;
  return (
    <div role="alert">
      <Message
        icon={isForbidden ? 'lock' : 'warning'}
        title={known ? titleOf(known) : 'This part of the console failed'}
        isPage={isPage}
      >
        <p>
          <MessageText text={error instanceof Error ? error.message : String(error)} />
        </p>
        {onRetry && !isForbidden && (
          <button type="button" className="button button-primary" onClick={onRetry}>
            <Icon name="refresh" />
            Try again
          </button>
        )}
        {known && (
          <p className="text-xs text-ink-3">
            <code>{known.code}</code>
            {known.requestId !== undefined && (
              <>
                , request <code>{known.requestId}</code>
              </>
            )}
          </p>
        )}
      </Message>
    </div>
  );
}

interface NoPermissionProps {
  readonly scope: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly onSignOut: () => void;
  readonly isPage?: boolean;
}

/** Which scope is missing, which key is signed in, and how to change that. */
export const NoPermission = ({ scope, hint, scopes, onSignOut, isPage }: NoPermissionProps) => (
  <Message icon="lock" title="This key may not open this page" isPage={isPage}>
    <p>
      You are signed in with the key <code>…{hint}</code>, which has{' '}
      {scopes.length === 0 ? 'no scope' : <code>{scopes.join(', ')}</code>}. This page needs <code>{scope}</code>.
    </p>
    <button type="button" className="button button-primary" onClick={onSignOut}>
      Use another key
    </button>
  </Message>
);

/** What a page shows instead of itself when it fails. */
export function Crash({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} onRetry={retry} isPage />;
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, SkeletonRows } from './states.tsx';

interface QueryViewProps<T> {
  readonly query: UseQueryResult<T>;
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** The data of a query, or its state. Old data stays, dimmed, while other data loads. */
export function QueryView<T>({ query, skeleton, children }: QueryViewProps<T>) {
  if (query.data === undefined) {
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    return <>{skeleton ?? <SkeletonRows />}</>;
  }
  return (
    <div
      className={query.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}
      aria-busy={query.isPlaceholderData}
    >
      {children(query.data)}
    </div>
  );
}

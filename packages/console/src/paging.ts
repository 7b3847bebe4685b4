import { useRouter } from '@tanstack/react-router';
import type { Params } from './search-params.ts';

/** Marks an entry of the history that a "Next" button made. */
export const stateOf = ({ cursor }: Params) => ({ isNextPage: cursor !== undefined });

/** Goes to the page before: back in the history, or to the first page if the address was opened directly. */
export function useGoBack(): (toFirstPage: () => void) => void {
  const router = useRouter();
  return (toFirstPage) => {
    if (router.state.location.state.isNextPage) router.history.back();
    else toFirstPage();
  };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    isNextPage?: boolean;
  }
}

import { useRouter } from '@tanstack/react-router';

/** The query of an address: a name that occurs once has a text, several times a list. */
export type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

export function parseParams(query: string): Record<string, string | string[]> {
  const params: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = params[name];
    params[name] = earlier === undefined ? value : [...(Array.isArray(earlier) ? earlier : [earlier]), value];
  }
  return params;
}

export function formatParams(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one));
    }
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** All values of a name. */
export const listIn = (params: Params, name: string): string[] => {
  const value = params[name];
  return value === undefined ? [] : typeof value === 'string' ? [value] : [...value];
};

/** The only or first value of a name. */
export const textIn = (params: Params, name: string): string | undefined => listIn(params, name)[0];

/** The value of a name, if it is one of these. */
export const choiceIn = <T extends string>(params: Params, name: string, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === textIn(params, name));

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

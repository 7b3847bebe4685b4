import { listIn, type Params } from '../../search-params.ts';

/** The columns that are hidden until the user asks for them. */
const hiddenAtFirst: readonly string[] = ['type', 'number'];
/** Stands in the address for an empty list. */
const none = 'none';

/** The hidden columns that an address names. */
export const hiddenIn = (params: Params): readonly string[] => {
  const listed = listIn(params, 'hide');
  return listed.length === 0 ? hiddenAtFirst : listed.filter((id) => id !== none);
};

/** The parameter for these hidden columns. */
export const toHide = (hidden: readonly string[]): readonly string[] => (hidden.length === 0 ? [none] : hidden);

import { adminPage } from '@orgdex/contract';

/** How many items a page has. */
export const sizeOf = (sent: string | undefined): number => Number(sent ?? adminPage.defaultSize);

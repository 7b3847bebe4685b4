import { learnBatches, type Question } from '../../../testing/src/data/requests.ts';
import type { Fleet } from '../../../testing/src/processes/fleet.ts';

/** Lookups and searches of the fleet, and batches of 1 to 100 items, about so many per other request. */
export async function mixBatches({ target, admin }: Fleet, perRequest: number): Promise<readonly Question[]> {
  const { members, questions } = target();
  const batches = await learnBatches(questions, members[0]?.base ?? '', await admin.issueKey());
  const copies = Math.max(1, Math.round((questions.length * perRequest) / batches.length));
  return [...questions, ...Array.from({ length: copies }, () => batches).flat()];
}

export const isBatch = ({ question }: { readonly question: Question }): boolean =>
  question.operation === 'matchCompanies';

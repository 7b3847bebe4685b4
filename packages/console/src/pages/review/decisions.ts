import type { ReviewedMatch } from '@orgdex/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orgdex } from '../../client.ts';

export type Verb = 'accept' | 'reject' | 'undo';
const calls = {
  accept: (id: string) => orgdex.admin.acceptMatch(id),
  reject: (id: string) => orgdex.admin.rejectMatch(id),
  undo: (id: string) => orgdex.admin.undoMatch(id),
} as const;
export const verbsDone: Record<Verb, string> = { accept: 'Accepted', reject: 'Rejected', undo: 'Undone' };

/** Decides a match; remembers the last decision, so that it can be undone. */
export function useDecision(onDecided: (match: ReviewedMatch) => void) {
  const queryClient = useQueryClient();
  const [last, setLast] = useState<{ id: number; name: string; verb: Verb }>();
  const decide = useMutation({
    mutationFn: ({ match, verb }: { match: Pick<ReviewedMatch, 'id'>; verb: Verb }) => calls[verb](String(match.id)),
    onSuccess: async (match, { verb }) => {
      setLast(
        verb === 'undo' ? undefined : { id: match.id, name: match.unregistered.name ?? `match ${match.id}`, verb },
      );
      onDecided(match);
      await queryClient.invalidateQueries({ queryKey: ['matches'] });
      void queryClient.invalidateQueries({ queryKey: ['status'] });
    },
  });
  return { decide, last };
}

import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../client.ts';
import { endSession } from '../session.ts';

/** Ends the session and forgets everything that was read. */
export function useSignOut() {
  const router = useRouter();
  return useMutation({
    mutationFn: endSession,
    onSettled: async () => {
      await router.navigate({ to: '/sign-in', search: {} });
      queryClient.clear();
    },
  });
}

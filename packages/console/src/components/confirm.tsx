import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './notice.tsx';

interface ConfirmProps {
  readonly title: string;
  /** What the action affects. */
  readonly children: ReactNode;
  /** The verb on the button, such as "Revoke". */
  readonly action: string;
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<unknown>;
  /** The queries that have other results afterwards. */
  readonly refreshes?: readonly string[];
}

/** Asks before something that cannot easily be undone. */
export function Confirm({ title, children, action, isOpen = true, onClose, onConfirm, refreshes = [] }: ConfirmProps) {
  const queryClient = useQueryClient();
  const run = useMutation({
    mutationFn: onConfirm,
    onSuccess: async () => {
      await Promise.all(refreshes.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
      onClose();
    },
  });
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (open) return;
        run.reset();
        onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center p-4">
          <AlertDialog.Popup className="floating w-full max-w-md">
            <div className="flex flex-col gap-2 px-5 py-4">
              <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
              <AlertDialog.Description render={<div />} className="text-ink-2">
                {children}
              </AlertDialog.Description>
              <ErrorNotice error={run.error} />
            </div>
            <div className="flex justify-end gap-2 rounded-b-lg border-t border-edge bg-side px-5 py-3">
              <AlertDialog.Close className="button">Cancel</AlertDialog.Close>
              <button
                type="button"
                className="button button-danger"
                disabled={run.isPending}
                onClick={() => run.mutate()}
              >
                {action}
              </button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

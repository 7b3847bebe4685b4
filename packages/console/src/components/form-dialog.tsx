import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly width?: string;
  readonly isOpen?: boolean;
  /** The verb on the button, such as "Create key". */
  readonly action: string;
  /** Whether the form can be sent. */
  readonly isReady?: boolean;
  readonly onSave: (data: FormData) => Promise<unknown>;
  /** The queries that have other results afterwards. */
  readonly refreshes: string;
  readonly onSaved?: () => void;
  readonly onClose: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form in a dialog: saves what was entered, or shows why that failed. */
export function FormDialog({
  action,
  isOpen = true,
  isReady = true,
  onSave,
  refreshes,
  onSaved,
  onClose,
  className = 'flex flex-col gap-4',
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const save = useMutation({
    // A new key must not stay in the state of the mutation, so nothing is returned.
    mutationFn: async (data: FormData) => void (await onSave(data)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [refreshes] });
      onSaved?.();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog
      {...dialog}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <button type="submit" form={id} className="button button-primary" disabled={save.isPending || !isReady}>
          {action}
        </button>
      }
    >
      <form id={id} onSubmit={submit} className={className}>
        {children}
        <ErrorNotice error={save.error} />
      </form>
    </Dialog>
  );
}

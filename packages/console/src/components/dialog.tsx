import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the bottom, beside the one that closes it. */
  readonly actions?: ReactNode;
  readonly cancelLabel?: string;
  /** Only an action closes it: for what is shown once. */
  readonly isSticky?: boolean;
  readonly width?: string;
}

export function Dialog({
  title,
  description,
  isOpen,
  onClose,
  children,
  actions,
  cancelLabel = 'Cancel',
  isSticky,
  width = 'max-w-xl',
}: DialogProps) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && !isSticky) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Base.Popup className={`floating w-full ${width}`}>
            <div className="flex items-start justify-between gap-4 px-5 pt-4">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {!isSticky && (
                <Base.Close className="icon-button -mr-1.5" aria-label="Close">
                  <Icon name="close" />
                </Base.Close>
              )}
            </div>
            {description !== undefined && (
              <Base.Description className="px-5 pt-1 text-ink-2">{description}</Base.Description>
            )}
            <div className="px-5 py-4">{children}</div>
            {actions !== undefined && (
              <div className="flex justify-end gap-2 rounded-b-lg border-t border-edge bg-side px-5 py-3">
                {!isSticky && <Base.Close className="button">{cancelLabel}</Base.Close>}
                {actions}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

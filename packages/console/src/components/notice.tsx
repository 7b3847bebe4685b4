import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

const looks = {
  good: ['bg-good-soft text-good', 'check'],
  warn: ['bg-warn-soft text-warn', 'warning'],
  bad: ['bg-bad-soft text-bad', 'warning'],
  info: ['bg-sunken text-ink-2', 'lock'],
} as const;

/** A sentence about the whole page or panel. */
export function Notice({ tone, children }: { tone: keyof typeof looks; children: ReactNode }) {
  const [colors, icon] = looks[tone];
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={`flex gap-2 rounded-md px-3 py-2 ${colors}`}>
      <Icon name={icon} className="mt-0.5 size-4" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** A message of the service: what it writes in backquotes is shown as code. */
export const MessageText = ({ text }: { text: string }) => (
  <>
    {text.split('`').map((part, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
      at % 2 === 1 ? <code key={at}>{part}</code> : part,
    )}
  </>
);

/** What failed; nothing without an error. */
export const ErrorNotice = ({ error }: { error: Error | null }) =>
  error && (
    <Notice tone="bad">
      <MessageText text={error.message} />
    </Notice>
  );

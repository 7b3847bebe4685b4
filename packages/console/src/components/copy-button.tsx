import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  /** The text, or how to get it when it is needed. */
  readonly text: string | (() => string);
  /** What is copied, for readers that do not see the icon. */
  readonly label: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

const shownMs = 1500;

/** Copies a text and says so. */
export function CopyButton({ text, label, className = 'icon-button', children }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={children === undefined ? label : undefined}
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      {children}
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}

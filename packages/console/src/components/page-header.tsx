import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { EmptyState } from './states.tsx';

interface PageHeaderProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** Buttons of the page. */
  readonly children?: ReactNode;
}

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – orgdex`;
  }, [title]);
}

export function PageHeader({ title, note, children }: PageHeaderProps) {
  useTitle(title);
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-edge px-4 py-2 md:px-6">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="text-lg font-semibold">{title}</h1>
        {note !== undefined && <span className="text-ink-3">{note}</span>}
      </div>
      {children !== undefined && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}

export function NotFound() {
  useTitle('Not found');
  return (
    <EmptyState title="This page does not exist" isPage>
      <p>The address may be incomplete.</p>
      <Link to="/" className="button">
        Go to the start
      </Link>
    </EmptyState>
  );
}

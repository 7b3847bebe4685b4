import { Icon } from './icon.tsx';

interface CursorPagerProps {
  readonly note: string;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Next and previous page. A cursor has no page numbers. */
export const CursorPager = ({ note, onPrevious, onNext }: CursorPagerProps) => (
  <nav
    aria-label="Pages of the list"
    className="flex min-h-12 items-center justify-between gap-4 border-t border-edge px-4 py-2 md:px-6"
  >
    <span className="text-ink-2">{note}</span>
    <span className="flex gap-2">
      <button type="button" className="button" disabled={!onPrevious} onClick={onPrevious}>
        <Icon name="left" />
        Previous
      </button>
      <button type="button" className="button" disabled={!onNext} onClick={onNext}>
        Next
        <Icon name="right" />
      </button>
    </span>
  </nav>
);

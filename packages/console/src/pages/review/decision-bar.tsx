import type { MatchReviewState, ReviewedMatch } from '@orgdex/contract';
import { Icon } from '../../components/icon.tsx';
import { formatNumber } from '../../format.ts';
import type { Verb } from './queries.ts';

const Key = ({ letter }: { letter: string }) => (
  <kbd className="rounded-sm border border-current px-1 text-xs opacity-80">{letter}</kbd>
);

/** Which decisions a match in a state allows. */
export const isAllowedIn = (state: MatchReviewState, verb: Verb): boolean =>
  state === 'proposed' ? verb !== 'undo' : state === 'linked' && verb === 'reject';

interface DecisionBarProps {
  readonly match: ReviewedMatch;
  readonly isBusy: boolean;
  /** What was decided last, in words. */
  readonly last: string | undefined;
  readonly place: number;
  readonly total: number;
  readonly onDecide: (verb: Verb) => void;
  readonly onUndo: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

const Step = ({ label, icon, onClick }: { label: string; icon: 'up' | 'down'; onClick: (() => void) | undefined }) => (
  <button type="button" className="icon-button" aria-label={label} disabled={!onClick} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

/** The decisions, and the way to the next match. */
export function DecisionBar({
  match,
  isBusy,
  last,
  place,
  total,
  onDecide,
  onUndo,
  onPrevious,
  onNext,
}: DecisionBarProps) {
  return (
    <footer className="flex flex-wrap items-center gap-2 border-t border-edge px-4 py-3 md:px-6">
      {isAllowedIn(match.state, 'accept') && (
        <button type="button" className="button button-primary" disabled={isBusy} onClick={() => onDecide('accept')}>
          Accept <Key letter="A" />
        </button>
      )}
      {isAllowedIn(match.state, 'reject') && (
        <button type="button" className="button" disabled={isBusy} onClick={() => onDecide('reject')}>
          Reject <Key letter="R" />
        </button>
      )}
      {(last !== undefined || match.undoable) && (
        <button type="button" className="button" disabled={isBusy} onClick={onUndo}>
          Undo <Key letter="U" />
        </button>
      )}
      <span role="status" className="text-xs text-ink-3">
        {last}
      </span>
      <span className="ml-auto text-ink-3">
        {formatNumber(place + 1)} of {formatNumber(total)}
      </span>
      <Step label="Previous match" icon="up" onClick={onPrevious} />
      <Step label="Next match" icon="down" onClick={onNext} />
    </footer>
  );
}

import type { ReviewedMatch } from '@orgdex/contract';
import { formatScore } from '../../format.ts';

interface MatchListProps {
  readonly matches: readonly ReviewedMatch[];
  readonly selected: number;
  readonly onSelect: (id: number) => void;
  readonly foot: string;
}

const itemClass = [
  'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-2 text-left outline-offset-[-2px]',
  'hover:bg-hover aria-[current=true]:bg-accent-soft',
].join(' ');

/** The queue, the highest score first. */
export function MatchList({ matches, selected, onSelect, foot }: MatchListProps) {
  return (
    <section aria-label="Matches" className="border-edge md:h-[calc(100dvh-3.5rem)] md:overflow-y-auto md:border-r">
      <ul className="divide-y divide-edge max-md:max-h-72 max-md:overflow-y-auto">
        {matches.map((match) => (
          <li key={match.id}>
            <button
              type="button"
              data-match={match.id}
              aria-current={match.id === selected}
              className={itemClass}
              onClick={() => onSelect(match.id)}
            >
              <span className="truncate font-medium">{match.unregistered.name}</span>
              <span className="font-medium">{formatScore(match.score)}</span>
              <span className="truncate text-xs text-ink-3">{match.company.name}</span>
              <code className="text-xs text-ink-3">{match.unregistered.source}</code>
            </button>
          </li>
        ))}
      </ul>
      <div className="px-4 py-3 text-xs text-ink-3">{foot}</div>
    </section>
  );
}

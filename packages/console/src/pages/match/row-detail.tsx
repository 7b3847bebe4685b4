import { Link } from '@tanstack/react-router';
import { Waterfall } from '../../charts/waterfall.tsx';
import { Badge } from '../../components/badge.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatBand, formatNumber, formatScore, plural } from '../../format.ts';
import { type Candidate, cardOf, type Decision, type Outcome, statusLabels, statusOf, statusTones } from './outcome.ts';

interface RowDetailProps {
  readonly line: number;
  readonly outcome: Outcome;
  readonly chosen: number;
  readonly onChoose: (candidate: number) => void;
  readonly onDecide: (decision: Decision | undefined) => void;
}

const featureLabel = (feature: string): string =>
  feature.charAt(0).toUpperCase() + feature.slice(1).replaceAll('_', ' ');
const logOdds = (score: number): number => {
  const bounded = Math.min(0.9999, Math.max(0.0001, score));
  return Math.log(bounded / (1 - bounded));
};
const show = (value: string | number | null): string => (value === null ? '–' : String(value));

/** What was compared, side by side. */
const Comparison = ({ candidate }: { candidate: Candidate }) => (
  <table className="w-full text-left">
    <thead>
      <tr className="text-xs text-ink-3">
        <th className="pr-3 font-normal" />
        <th className="py-1 pr-3 font-normal">Your row</th>
        <th className="font-normal">Company</th>
      </tr>
    </thead>
    <tbody className="divide-y divide-edge">
      {candidate.reasons.map(({ feature, given, found }) => (
        <tr key={feature}>
          <th className="py-1 pr-3 align-top font-normal text-ink-3">{featureLabel(feature)}</th>
          <td className="py-1 pr-3 align-top break-words">{show(given)}</td>
          <td className={`py-1 align-top break-words ${candidate.conflicts.includes(feature) ? 'text-bad' : ''}`}>
            {show(found)}
            {candidate.conflicts.includes(feature) && <span className="sr-only"> (contradicts)</span>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Evidence({ candidate }: { candidate: Candidate }) {
  const steps = candidate.reasons.map(({ feature, weight }) => ({ label: featureLabel(feature), weight }));
  const sum = steps.reduce((total, { weight }) => total + weight, 0);
  return (
    <Waterfall
      label={`How the score ${formatScore(candidate.score)} adds up, as log-odds`}
      startLabel="Before evidence"
      start={logOdds(candidate.score) - sum}
      steps={steps}
      result={formatScore(candidate.score)}
      resultLabel="Score"
    />
  );
}

const describe = (candidate: Candidate): string => {
  const { hq_location, company_size, employee_count } = cardOf(candidate);
  const size =
    company_size !== null
      ? `${formatBand(company_size)} employees`
      : employee_count !== null
        ? `${formatNumber(employee_count)} employees`
        : 'size not known';
  return [hq_location, size].filter(Boolean).join(', ');
};

/** One row: its candidates, why they score as they do, and the decision. */
export function RowDetail({ line, outcome, chosen, onChoose, onDecide }: RowDetailProps) {
  const { result, decision } = outcome;
  const candidate = result.candidates[chosen];
  const status = statusOf(outcome);
  return (
    <section className="panel" aria-label={`Line ${line}`}>
      <div className="panel-head">
        <h2 className="panel-title flex items-center gap-2">
          Line {formatNumber(line)} <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
        </h2>
        <span className="text-xs text-ink-3">{plural(result.candidates.length, 'candidate')}</span>
      </div>
      {result.problem && (
        <div className="p-4">
          <Notice tone="bad">{result.problem.message}</Notice>
        </div>
      )}
      {candidate && (
        <div className="flex flex-col gap-4 px-4 py-3">
          <Comparison candidate={candidate} />
          <Evidence candidate={candidate} />
        </div>
      )}
      {result.candidates.length > 0 && (
        <fieldset className="border-t border-edge">
          <legend className="sr-only">Candidates</legend>
          {result.candidates.map((one, at) => (
            <label
              key={one.company.id}
              className="flex cursor-pointer items-center gap-3 border-b border-edge px-4 py-2 hover:bg-hover"
            >
              <input
                type="radio"
                name="candidate"
                className="checkbox"
                checked={at === chosen}
                onChange={() => onChoose(at)}
              />
              <span className="min-w-0 grow">
                <Link
                  to="/companies/$id"
                  params={{ id: one.company.id }}
                  search={{}}
                  target="_blank"
                  className="block truncate font-medium hover:underline"
                >
                  {cardOf(one).name ?? one.company.id}
                </Link>
                <span className="block truncate text-xs text-ink-3">{describe(one)}</span>
              </span>
              <span>{formatScore(one.score)}</span>
            </label>
          ))}
          <div className="flex flex-wrap items-center gap-2 px-4 py-3">
            <button
              type="button"
              className="button button-primary"
              disabled={!candidate}
              onClick={() => candidate && onDecide(candidate.company.id)}
            >
              <Icon name="check" />
              Accept
            </button>
            <button type="button" className="button" onClick={() => onDecide(null)}>
              <Icon name="close" />
              None of these
            </button>
            {decision !== undefined && (
              <button type="button" className="link" onClick={() => onDecide(undefined)}>
                Undo
              </button>
            )}
          </div>
        </fieldset>
      )}
      {!candidate && !result.problem && <p className="px-4 py-6 text-ink-2">No company is similar to this row.</p>}
    </section>
  );
}

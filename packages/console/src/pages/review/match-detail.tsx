import type { ReviewedMatch } from '@orgdex/contract';
import { Waterfall } from '../../charts/waterfall.tsx';
import { MessageText } from '../../components/notice.tsx';
import { formatScore } from '../../format.ts';
import { PairTable } from './pair-table.tsx';

const featureLabels: Record<ReviewedMatch['evidence'][number]['feature'], string> = {
  name: 'Name',
  region: 'Region',
  domain: 'Domain, slug',
  year_founded: 'Founded',
  namesakes: 'Namesakes',
};

const obstaclesOf = ({ obstacles }: ReviewedMatch): string =>
  obstacles.length === 0
    ? 'Nothing speaks against linking them.'
    : `Not linked: ${obstacles.map(({ text }) => text).join('; ')}.`;

/** Both sides, how the score adds up, and what a decision does. */
export function MatchDetail({ match }: { match: ReviewedMatch }) {
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 className="panel-title">Are these the same company?</h2>
          <p className="text-ink-2">
            <MessageText text={obstaclesOf(match)} />
          </p>
        </div>
        <span className="text-2xl font-semibold">{formatScore(match.score)}</span>
      </div>
      <PairTable match={match} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <section className="panel">
          <div className="panel-head">
            <h3 className="panel-title">How {formatScore(match.score)} adds up</h3>
            <span className="text-xs text-ink-3">Log-odds</span>
          </div>
          <div className="p-4">
            <Waterfall
              label={`How the score ${formatScore(match.score)} adds up, as log-odds`}
              startLabel="Before evidence"
              start={match.prior}
              steps={match.evidence.map(({ feature, weight }) => ({ label: featureLabels[feature], weight }))}
              result={formatScore(match.score)}
              resultLabel="Score"
            />
          </div>
        </section>
        <section className="panel">
          <div className="panel-head">
            <h3 className="panel-title">What a decision does</h3>
          </div>
          <div className="flex flex-col gap-2 p-4 text-ink-2">
            <p>
              <strong className="font-medium text-ink">Accept</strong> joins the two. Later imports keep the decision,
              and the newer id redirects to the older one.
            </p>
            <p>
              <strong className="font-medium text-ink">Reject</strong> keeps them apart. They are not linked or proposed
              again.
            </p>
            <p>
              <strong className="font-medium text-ink">Undo</strong> takes a decision back, as long as nothing depends
              on it.
            </p>
          </div>
        </section>
      </div>
    </div>
  );
}

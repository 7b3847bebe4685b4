import type { RunSummary } from '@orgdex/contract';
import { Badge } from '../../components/badge.tsx';
import { stateLabels, stateTones } from './labels.ts';

/** The state of a run. A forced run may override safety checks. */
export const StateBadge = ({ run }: { run: Pick<RunSummary, 'state' | 'forced'> }) => (
  <span title={run.forced ? 'Imported with --allow, which overrides a safety check' : undefined}>
    <Badge tone={run.forced ? 'warn' : stateTones[run.state]}>
      {stateLabels[run.state]}
      {run.forced && ', forced'}
    </Badge>
  </span>
);

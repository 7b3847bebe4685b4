import type { Company, CompanySources } from '@orgdex/contract';
import { BarList } from '../../charts/bar-list.tsx';
import { Legend, StackedBar } from '../../charts/stacked-bar.tsx';
import { Figures } from '../../components/figures.tsx';
import { countryName, formatNumber, formatShare } from '../../format.ts';
import { FieldPanel } from './side-panels.tsx';

const barsOf = (shares: Readonly<Record<string, number | null>>, labelOf: (name: string) => string) =>
  Object.entries(shares)
    .flatMap(([name, value]) => (value === null ? [] : [{ label: labelOf(name), value, text: formatShare(value) }]))
    .sort((a, b) => b.value - a.value)
    .slice(0, 6);

function Shares({ title, bars }: { title: string; bars: ReturnType<typeof barsOf> }) {
  if (bars.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 text-xs font-medium text-ink-3">{title}</h3>
      <BarList label={title} bars={bars} max={1} />
    </div>
  );
}

/** Visits to the website, and where they come from. */
export function WebTraffic({ company, fields }: { company: Company; fields: CompanySources['fields'] }) {
  const traffic = company.nextGen.web_traffic;
  if (traffic === null) return null;
  const { summary, traffic_share: share, marketing_channels_distribution: channels } = traffic;
  const figures = [
    { label: 'Visitors', value: summary.total_web_visitors === null ? '–' : formatNumber(summary.total_web_visitors) },
    { label: 'Pages a visit', value: summary.pages_per_visit === null ? '–' : summary.pages_per_visit.toFixed(1) },
    { label: 'Visit duration', value: summary.avg_visit_duration?.replace(/^00:/, '') ?? '–' },
    { label: 'Bounce rate', value: summary.bounce_rate === null ? '–' : formatShare(summary.bounce_rate) },
  ];
  const parts = [
    { label: `Unpaid ${formatShare(share.organic ?? 0)}`, value: share.organic ?? 0, color: 'bg-series-1' },
    { label: `Paid ${formatShare(share.paid ?? 0)}`, value: share.paid ?? 0, color: 'bg-series-3' },
  ];
  return (
    <FieldPanel title="Web traffic" field={fields['nextGen.web_traffic']}>
      <Figures figures={figures} className="border-b border-edge" />
      <div className="grid gap-6 px-4 py-4 sm:grid-cols-2">
        <Shares title="Channels" bars={barsOf(channels, (name) => name)} />
        <Shares title="Countries" bars={barsOf(share.countries, countryName)} />
      </div>
      {share.organic !== null && share.paid !== null && (
        <div className="flex flex-wrap items-center gap-4 border-t border-edge px-4 py-3">
          <StackedBar label="Unpaid and paid visits" parts={parts} className="h-1.5 min-w-40 grow" />
          <Legend parts={parts} />
        </div>
      )}
    </FieldPanel>
  );
}

import { hostOn, perSecond, tableOf, whole } from '../report/page.ts';
import type { RebuildReport, RebuildRun, WrittenReport } from './measure-rebuild.ts';

const cpuUsOf = (seconds: number, { documents }: RebuildRun): string => ((seconds * 1e6) / documents).toFixed(1);
const rateOf = ({ documents, seconds }: Pick<RebuildRun, 'documents' | 'seconds'>): number => documents / seconds;

const lineOf = (run: RebuildRun, baseline: number): string[] => [
  String(run.lanes),
  String(run.cores),
  whole.format(run.documents),
  run.seconds.toFixed(1),
  perSecond(run.documents, run.seconds),
  (rateOf(run) / baseline).toFixed(2),
  cpuUsOf(run.cpuSeconds, run),
  cpuUsOf(run.storeCpuSeconds.postgres, run),
  cpuUsOf(run.storeCpuSeconds.opensearch, run),
  whole.format(run.peakMb),
];

const headOf = (ratio: string): string[] => [
  ...['lanes', 'cores', 'documents', 'seconds', 'documents/s', ratio],
  ...['CPU, µs per document: command', 'PostgreSQL', 'OpenSearch', 'peak memory, MB'],
];

const sizeOf = ({ companies, people, measured }: WrittenReport): string =>
  `${whole.format(companies)} companies and ${whole.format(people)} people; ${hostOn(measured)}.`;

const writtenText = ({ written, bulk }: WrittenReport): string[] => [
  '**Documents are written to OpenSearch:**',
  tableOf(
    headOf('÷ bulk requests'),
    written.map((run) => lineOf(run, rateOf(bulk))),
  ),
  `Bulk requests with the same documents, without building them: ${perSecond(bulk.documents, bulk.seconds)} documents/s.`,
];

/** The measured part of docs/performance/rebuild.md. */
export function rebuildText(report: RebuildReport): string {
  const { discarded, bytes, larger } = report;
  const [first] = discarded as [RebuildRun];
  return [
    sizeOf(report),
    '**Documents are discarded.** The command, PostgreSQL and the sink share the cores:',
    tableOf(
      headOf('÷ first row'),
      discarded.map((run) => lineOf(run, rateOf(first))),
    ),
    `A document has ${whole.format(bytes / first.documents)} bytes.`,
    ...writtenText(report),
    ...(larger ? [sizeOf(larger), ...writtenText(larger)] : []),
  ].join('\n\n');
}

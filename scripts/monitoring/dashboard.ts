interface Query {
  readonly expr: string;
  /** The name of each line; `{{label}}` is the value of a label. */
  readonly legend: string;
}

interface Panel {
  readonly title: string;
  readonly description?: string;
  /** A unit of Grafana. */
  readonly unit: string;
  /** A graph over time unless it is a single number. */
  readonly type?: 'stat';
  readonly queries: readonly Query[];
}

interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const here = 'job="$job",instance=~"$instance"';
const series = (name: string, labels = ''): string => `${name}{${[here, labels].filter(Boolean).join(',')}}`;
const rate = (name: string, labels = ''): string => `rate(${series(name, labels)}[$__rate_interval])`;

const requests = 'orgdex_http_request_duration_seconds';
const stores = 'orgdex_store_request_duration_seconds';
const live = 'key_mode="live"';

const quantile = (share: number, by: string, [name, labels]: readonly [string, string]): string =>
  `histogram_quantile(${share}, sum by (le, ${by}) (${rate(`${name}_bucket`, labels)}))`;

/** One panel with one number or line for each series. */
const single = (panel: Omit<Panel, 'queries'>, expr: string, legend = ''): Panel => ({
  ...panel,
  queries: [{ expr, legend }],
});

const rows: readonly Row[] = [
  {
    title: 'Requests',
    panels: [
      single(
        { title: 'Requests per second', unit: 'reqps' },
        `sum by (status) (${rate(`${requests}_count`, live)})`,
        '{{status}}',
      ),
      single(
        { title: 'Failed requests', unit: 'percentunit', description: 'Objective: at most 0.1 %' },
        `sum(${rate(`${requests}_count`, `${live},status=~"5.."`)}) / sum(${rate(`${requests}_count`, live)})`,
        'failed',
      ),
      single(
        { title: 'Response time, 99th percentile', unit: 's', description: 'Objective: 99 % within 250 ms' },
        quantile(0.99, 'route', [requests, live]),
        '{{route}}',
      ),
      single({ title: 'Response time, median', unit: 's' }, quantile(0.5, 'route', [requests, live]), '{{route}}'),
      single(
        { title: 'Requests over a limit', unit: 'reqps' },
        `sum by (limit) (${rate('orgdex_limit_decisions_total', 'allowed="false"')})`,
        '{{limit}}',
      ),
      single(
        { title: 'Checks of keys', unit: 'reqps' },
        `sum by (outcome) (${rate('orgdex_key_checks_total')})`,
        '{{outcome}}',
      ),
    ],
  },
  {
    title: 'Data',
    panels: [
      single(
        { title: 'Age of the oldest unpublished change', unit: 's', description: 'Objective: ten minutes' },
        `max(${series('orgdex_publish_lag_seconds')})`,
        'lag',
      ),
      single(
        { title: 'Unpublished changes', unit: 'short', description: 'Counted up to 100,000' },
        `max(${series('orgdex_outbox_rows')})`,
        'changes',
      ),
      single(
        { title: 'Time since the last complete import', unit: 's' },
        `time() - max by (source) (${series('orgdex_import_last_success_timestamp_seconds')})`,
        '{{source}}',
      ),
      single(
        { title: 'Failed imports', unit: 'short', type: 'stat' },
        `sum(max by (source) (${series('orgdex_import_failed')}))`,
      ),
      single(
        { title: 'Records that share an identifier', unit: 'short', description: 'The most, in the last import' },
        `max by (source) (${series('orgdex_import_widest_identifier_records')})`,
        '{{source}}',
      ),
      single({ title: 'Live generation', unit: 'none', type: 'stat' }, `max(${series('orgdex_live_generation')})`),
      single({ title: 'Failed documents', unit: 'short', type: 'stat' }, `max(${series('orgdex_failed_documents')})`),
      single({ title: 'Proposed matches', unit: 'short', type: 'stat' }, `max(${series('orgdex_proposed_matches')})`),
      single({ title: 'Opt-outs', unit: 'short', type: 'stat' }, `max(${series('orgdex_opt_outs')})`),
    ],
  },
  {
    title: 'Stores',
    panels: [
      single(
        { title: 'Calls per second', unit: 'reqps', description: 'One call may serve several requests' },
        `sum by (store) (${rate(`${stores}_count`)})`,
        '{{store}}',
      ),
      single(
        { title: 'Failed calls per second', unit: 'reqps' },
        `sum by (store, outcome) (${rate(`${stores}_count`, 'outcome!="ok"')})`,
        '{{store}} {{outcome}}',
      ),
      single(
        { title: 'Duration of calls, 99th percentile', unit: 's' },
        quantile(0.99, 'store', [stores, '']),
        '{{store}}',
      ),
      single(
        { title: 'Connections to PostgreSQL', unit: 'short' },
        `sum by (state) (${series('orgdex_database_connections')})`,
        '{{state}}',
      ),
      single(
        { title: 'Reads of the cache', unit: 'reqps' },
        `sum by (outcome) (${rate('orgdex_cache_reads_total')})`,
        '{{outcome}}',
      ),
      {
        title: 'Size of the cache',
        unit: 'bytes',
        queries: [{ expr: `sum by (instance) (${series('orgdex_cache_bytes')})`, legend: '{{instance}}' }],
      },
      single(
        { title: 'Entries of the cache', unit: 'short' },
        `sum by (instance) (${series('orgdex_cache_entries')})`,
        '{{instance}}',
      ),
      single(
        { title: 'Limits shared through Redis', unit: 'bool_yes_no', type: 'stat' },
        `min(${series('orgdex_limiter_shared')})`,
      ),
    ],
  },
  {
    title: 'Usage',
    panels: [
      single(
        { title: 'Usage records written to PostgreSQL', unit: 'reqps' },
        `sum(${rate('orgdex_usage_shipped_total')})`,
        'records',
      ),
      single(
        { title: 'Usage that is only in the spool', unit: 'bytes' },
        `sum by (instance) (${series('orgdex_usage_unshipped_bytes')})`,
        '{{instance}}',
      ),
      single(
        { title: 'Spool is writable', unit: 'bool_yes_no', type: 'stat' },
        `min(${series('orgdex_usage_spool_writable')})`,
      ),
      single(
        { title: 'Incomplete lines of spools', unit: 'short', type: 'stat' },
        `sum(${series('orgdex_usage_skipped_total')})`,
      ),
    ],
  },
  {
    title: 'Processes',
    panels: [
      single(
        { title: 'CPU', unit: 'short', description: 'Cores in use' },
        rate('process_cpu_seconds_total'),
        '{{instance}}',
      ),
      single({ title: 'Memory', unit: 'bytes' }, series('process_resident_memory_bytes'), '{{instance}}'),
      single(
        { title: 'Delay of the event loop, 99th percentile', unit: 's' },
        series('nodejs_eventloop_lag_p99_seconds'),
        '{{instance}}',
      ),
      single({ title: 'Open files', unit: 'short' }, series('process_open_fds'), '{{instance}}'),
      single({ title: 'Workers', unit: 'short' }, series('orgdex_workers'), '{{instance}}'),
      {
        title: 'Failures',
        unit: 'short',
        queries: [
          {
            expr: `sum(increase(${series('orgdex_worker_exits_total')}[$__rate_interval]))`,
            legend: 'workers that failed',
          },
          {
            expr: `sum(increase(${series('orgdex_log_lines_dropped_total')}[$__rate_interval]))`,
            legend: 'dropped log lines',
          },
          {
            expr: `sum(increase(${series('orgdex_connections_refused_total')}[$__rate_interval]))`,
            legend: 'refused connections',
          },
        ],
      },
    ],
  },
];

/** Every query of the dashboard. */
export const dashboardQueries = (): string[] =>
  rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(({ expr }) => expr)));

const source = { type: 'prometheus', uid: '$datasource' };
const columns = 24;
const size = { timeseries: { w: 8, h: 8 }, stat: { w: 4, h: 4 } };

function toPanel({ title, description, unit, type, queries }: Panel, place: { x: number; y: number }) {
  const kind = type ?? 'timeseries';
  return {
    type: kind,
    title,
    ...(description ? { description } : {}),
    datasource: source,
    gridPos: { ...size[kind], ...place },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: source,
      expr,
      ...(legend ? { legendFormat: legend } : {}),
    })),
  };
}

/** Places the panels of a row from left to right, line by line. */
function placeRow({ title, panels }: Row, top: number) {
  let [x, y, bottom] = [0, top + 1, top + 1];
  const placed = panels.map((panel) => {
    const { w, h } = size[panel.type ?? 'timeseries'];
    if (x + w > columns) [x, y] = [0, bottom];
    const result = toPanel(panel, { x, y });
    x += w;
    bottom = Math.max(bottom, y + h);
    return result;
  });
  const heading = { type: 'row', title, collapsed: false, gridPos: { x: 0, y: top, w: columns, h: 1 }, panels: [] };
  return { placed: [heading, ...placed], bottom };
}

const variables = [
  { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
  {
    name: 'job',
    label: 'Job',
    type: 'query',
    datasource: source,
    query: 'label_values(orgdex_limiter_shared, job)',
    refresh: 2,
  },
  {
    name: 'instance',
    label: 'Instance',
    type: 'query',
    datasource: source,
    query: 'label_values(orgdex_limiter_shared{job="$job"}, instance)',
    refresh: 2,
    multi: true,
    includeAll: true,
    allValue: '.*',
  },
];

/** The dashboard for Grafana. */
export function dashboard(): object {
  let top = 0;
  const panels = rows.flatMap((row) => {
    const { placed, bottom } = placeRow(row, top);
    top = bottom;
    return placed;
  });
  return {
    uid: 'orgdex',
    title: 'orgdex',
    description: 'Generated by `npm run docs` from scripts/monitoring/dashboard.ts. Do not edit.',
    tags: ['orgdex'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: { list: variables },
    annotations: { list: [] },
    panels: panels.map((panel, at) => ({ id: at + 1, ...panel })),
  };
}

import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { NullableNumber } from '../nullable.ts';
import { RunSummary } from './imports.ts';
import { admin, Choice, closed, Moment, Named, NullableMoment } from './operation.ts';

/** The samples of a serving process: how far apart, and for how long. */
export const statusSeries = { stepSeconds: 30, points: 120 } as const;

/** A count that stops at a limit, so that it is fast. */
const Bounded = (description: string) =>
  Type.Object(
    {
      value: Type.Integer({ description: 'The count' }),
      relation: Choice(['eq', 'gte'], '`eq`: exact; `gte`: there are at least this many'),
    },
    { ...closed, description },
  );

const Store = Type.Object(
  {
    name: Choice(['PostgreSQL', 'OpenSearch', 'Redis'], 'Name'),
    healthy: Type.Boolean({ description: 'Whether it responds' }),
    detail: Type.String({ description: 'Its version, or what is wrong' }),
    round_trip_ms: NullableNumber({
      description: 'How long it took to respond, in milliseconds; `null` if it did not',
    }),
  },
  closed,
);

const StatusGeneration = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the generation' }),
    state: Choice(['live', 'kept', 'building'], '`kept` is available for a rollback'),
    live_since: NullableMoment('When it went live; `null` if it has not'),
    current_rules: Type.Boolean({ description: 'Whether this version built it; otherwise run `orgdex rebuild`' }),
    pending: Bounded('Changes that wait to be published to it'),
    lag_seconds: NullableNumber({
      description:
        'Age of the oldest of these changes, in seconds; 0 if there are none. With more than 10,000 changes, at least this old',
    }),
  },
  closed,
);

const Point = Type.Object(
  {
    at: Moment('End of the sample'),
    requests: Type.Integer({ description: 'Responses since the previous sample' }),
    p50_ms: NullableNumber({ description: 'Median response time; `null` without requests' }),
    p95_ms: NullableNumber({ description: '95th percentile of the response time' }),
    p99_ms: NullableNumber({ description: '99th percentile of the response time' }),
    not_found: Type.Integer({ description: 'Responses with status 404' }),
    limited: Type.Integer({ description: 'Responses with status 429' }),
    other_client_errors: Type.Integer({ description: 'Other responses with a status from 400 to 499' }),
    server_errors: Type.Integer({ description: 'Responses with a status from 500' }),
    lag_seconds: NullableNumber({ description: 'Publish lag; `null` if it was not measured' }),
  },
  closed,
);

const Worker = Type.Object(
  {
    pid: Type.Integer({ description: 'Process id' }),
    publisher: Type.Boolean({ description: 'Whether it publishes changes' }),
    started_at: Moment('When it started'),
    requests_per_second: Type.Number({ description: 'Responses per second in the last sample' }),
    memory_bytes: Type.Integer({ description: 'Resident memory' }),
    loop_lag_ms: Type.Number({ description: '99th percentile of the event loop lag' }),
  },
  closed,
);

export const ServiceStatus = Named('ServiceStatus', {
  at: Moment('When this was read'),
  healthy: Type.Boolean({ description: 'Whether all stores are healthy' }),
  version: Type.String({ description: 'Version of this server' }),
  stores: Type.Array(Store, { description: 'The three stores' }),
  generations: Type.Array(StatusGeneration, {
    description: 'The live generation first; empty if nothing is published',
  }),
  failed_documents: Type.Object(
    {
      count: Bounded('Documents that OpenSearch rejected three times'),
      latest: Type.Array(
        Type.Object(
          {
            kind: Type.String({ description: 'Kind of document' }),
            id: Type.String({ description: 'Id of the document' }),
            reason: Type.String({ description: 'Why it was rejected' }),
            failed_at: Moment('When it was rejected'),
          },
          closed,
        ),
        { description: 'The latest of them' },
      ),
    },
    { ...closed, description: 'Documents that are missing or out of date in the index' },
  ),
  loaded: Type.Object(
    {
      companies: Type.Integer({ description: 'Companies' }),
      company_records: Type.Integer({ description: 'Records of companies' }),
      positions: Type.Integer({ description: 'Positions of people' }),
      opt_outs: Type.Integer({ description: 'Values on the suppression list' }),
      estimated: Type.Boolean({
        description: 'Whether large counts are estimates from the statistics of PostgreSQL',
      }),
    },
    { ...closed, description: 'What the database contains. `orgdex status --exact` counts every row' },
  ),
  runs: Type.Array(RunSummary, { description: 'Imports: unfinished ones first, then the latest' }),
  proposed_matches: Bounded('Matches that wait for a decision'),
  processes: Type.Array(
    Type.Object(
      {
        id: Type.String({ description: 'Id of the process' }),
        started_at: Moment('When it started'),
        seen_at: Moment('When it last reported'),
      },
      closed,
    ),
    { description: 'All serving processes of the installation, on all machines' },
  ),
  workers: Type.Array(Worker, { description: 'The processes of this machine, from the last sample' }),
  worker_restarts: Type.Integer({ description: 'Processes of this machine that failed and were replaced' }),
  limits_shared: Type.Boolean({
    description: 'Whether limits are shared through Redis; otherwise each process applies its share',
  }),
  usage_recorded: Type.Boolean({
    description: 'Whether usage can be written to disk; otherwise metered requests are rejected',
  }),
  series: Type.Object(
    {
      step_seconds: Type.Integer({ description: 'Seconds between two points' }),
      points: Type.Array(Point, { description: 'Oldest first; fewer in the first hour after a start' }),
    },
    {
      ...closed,
      description:
        'The last hour of the processes of this machine. Response times are estimates from the buckets of the metric `orgdex_http_request_duration_seconds`',
    },
  ),
});
export type ServiceStatus = Static<typeof ServiceStatus>;

export const GetStatus = {
  ...admin,
  id: 'getStatus',
  tag: 'Status',
  method: 'GET',
  url: '/admin/status',
  summary: 'Get the status of the service',
  description: [
    'Returns the health of the stores, the generations and their publish lag, the running processes, and an hour of',
    'requests, response times, errors and publish lag. A store that is down is part of the response, except',
    'PostgreSQL: without it, the response is `ledger_unavailable`.',
  ].join(' '),
  response: ServiceStatus,
  returns: 'The status.',
  problems: ['ledger_unavailable'],
} as const satisfies Endpoint;

/** In the order of the reference. */
export const statusOperations: readonly Endpoint[] = [GetStatus];

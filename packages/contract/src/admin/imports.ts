import { type Static, Type } from 'typebox';
import { type SupportedCountry, supportedCountries } from '../countries.ts';
import type { Endpoint } from '../endpoint.ts';
import { Nullable, NullableInteger, NullableNamed, NullableNumber, NullableString } from '../nullable.ts';
import {
  admin,
  bodyProblems,
  Choice,
  closed,
  Moment,
  Named,
  NextCursor,
  NoFields,
  NullableMoment,
  NumberParams,
  pageFields,
  storable,
} from './operation.ts';

/** `interrupted`: unfinished, and no process is working on it. */
export const runStates = ['staging', 'applying', 'done', 'stopped', 'interrupted'] as const;
export type RunState = (typeof runStates)[number];

const rows = (description: string) => Type.Integer({ description });

const RunCounts = Type.Object(
  {
    read: rows('Rows read'),
    accepted: rows('Rows with a new or changed record'),
    unchanged: rows('Rows whose record is already stored'),
    rejected: rows('Rows with an error'),
    skipped: rows('Rows that the source leaves out on purpose'),
    suppressed: rows('Rows of people who opted out'),
    superseded: rows('Rows with the key of a later row'),
    pending: rows('Rows without an outcome: not applied yet, or never applied because the run stopped'),
    gone: rows('Records that are not in a full file. They are not rows, so the sum does not include them'),
  },
  { ...closed, description: '`read` is the sum of the next seven numbers' },
);

const runFields = {
  id: Type.Integer({ description: 'Number of the run', examples: [48] }),
  source: Type.String({ description: 'Source', examples: ['au-abr'] }),
  class: Type.String({ description: 'Class of the source, such as `register`', examples: ['register'] }),
  state: Choice(
    runStates,
    '`staging` reads the files, `applying` writes to the database, `stopped` failed a safety check, `interrupted` was killed',
  ),
  full: Type.Boolean({ description: 'Whether records that the files do not contain are removed' }),
  forced: Type.Boolean({ description: 'Whether the import had `--allow`, which overrides a safety check' }),
  started_by: NullableString({ description: 'User who started the run' }),
  started_at: Moment('When the run started'),
  ended_at: NullableMoment('When the run ended; `null` if it has not'),
  reason: NullableString({ description: 'Why the run stopped; `null` if it did not' }),
  counts: RunCounts,
  progress: Nullable(
    Type.Object(
      {
        rows: rows('Rows done in this stage'),
        total: NullableInteger({ description: 'Rows of this stage; `null` while the files are being read' }),
        rows_per_second: NullableNumber({ description: 'Rows read per second since the start' }),
      },
      { ...closed, description: 'How far a running import is; `null` for all others' },
    ),
  ),
};

export const RunSummary = Named('RunSummary', runFields);
export type RunSummary = Static<typeof RunSummary>;

const SafetyCheck = Type.Object(
  {
    name: Type.String({ description: 'Name of the check, as for `--allow`', examples: ['rejected'] }),
    unit: Choice(['rows', 'share'], 'What is measured: a number of rows, or a share from 0 to 1'),
    measured: Type.Number({ description: 'The measured value', examples: [0.0003] }),
    min: NullableNumber({ description: 'Lower limit; `null` for none' }),
    max: Type.Number({ description: 'Upper limit', examples: [0.01] }),
    passed: Type.Boolean({ description: 'Whether the value is within the limits' }),
    allowed: Type.Boolean({ description: 'Whether the operator allowed the check to fail' }),
  },
  closed,
);

const Reasons = (description: string) =>
  Type.Array(
    Type.Object(
      { reason: Type.String({ description: 'The reason. It names a field, never a value' }), count: rows('Rows') },
      closed,
    ),
    { description },
  );

export const RunDetails = Named('RunDetails', {
  ...runFields,
  input: Type.String({ description: 'The files as given to the command' }),
  files: Type.Array(
    Type.Object(
      {
        name: Type.String({ description: 'Name of the file' }),
        bytes: Type.Integer({ description: 'Size in bytes' }),
        sha256: Type.String({ description: 'SHA-256 of the file' }),
      },
      closed,
    ),
    { description: 'The files that were read' },
  ),
  checks: Type.Array(SafetyCheck, { description: 'The safety checks. They run before anything changes' }),
  reasons: Type.Object(
    {
      skipped: Reasons('Why rows were skipped'),
      rejected: Reasons('Why rows were rejected'),
      noted: Reasons('Why values of accepted rows were left out'),
    },
    { ...closed, description: 'Reasons with the number of rows, most frequent first' },
  ),
  links: Type.Array(
    Type.Object(
      {
        way: Type.String({ description: 'How the company was found; `none` if it was not' }),
        count: rows('Rows'),
      },
      closed,
    ),
    { description: 'How people whose rows do not identify their company were linked to one' },
  ),
  next: NullableString({ description: 'What to do next, if the run did not finish' }),
});
export type RunDetails = Static<typeof RunDetails>;

export const RunsQuestion = Type.Object(
  {
    source: Type.Optional(
      Type.String({ pattern: storable, maxLength: 100, description: 'Only runs of this source', examples: ['au-abr'] }),
    ),
    state: Type.Optional(Choice(runStates, 'Only runs in this state')),
    ...pageFields,
  },
  { ...closed, $id: 'RunsQuestion' },
);
export type RunsQuestion = Static<typeof RunsQuestion>;

export const RunPage = Named('RunPage', {
  runs: Type.Array(RunSummary, { description: 'The newest first' }),
  next_cursor: NextCursor,
});
export type RunPage = Static<typeof RunPage>;

export const ListRuns = {
  ...admin,
  id: 'listRuns',
  tag: 'Imports',
  method: 'GET',
  url: '/admin/runs',
  summary: 'List imports',
  description: 'Returns the runs of `orgdex import`, newest first, with their counts and the progress of running ones.',
  query: RunsQuestion,
  response: RunPage,
  returns: 'One page of runs.',
  problems: ['invalid_field', 'invalid_cursor', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const GetRun = {
  ...admin,
  id: 'getRun',
  tag: 'Imports',
  method: 'GET',
  url: '/admin/runs/{id}',
  summary: 'Get an import',
  description: 'Returns the files, counts, safety checks and reasons of one run.',
  params: NumberParams('run'),
  response: RunDetails,
  returns: 'The run.',
  problems: ['invalid_field', 'run_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

/** How many rows are shown for each reason. */
export const rejectionSamples = 5;

export const Rejections = Named('Rejections', {
  run: Type.Integer({ description: 'Number of the run' }),
  rejected: rows('Rows that were rejected'),
  reasons: Type.Array(
    Type.Object(
      {
        reason: Type.String({ description: 'Why the rows were rejected' }),
        count: rows('Rows rejected for this reason'),
        samples: Type.Array(
          Type.Object(
            {
              file: NullableString({ description: 'File' }),
              line: Type.Integer({ description: 'Line or row in the file' }),
            },
            closed,
          ),
          {
            description: `Up to ${rejectionSamples} of the rows. Their content is not stored: it may contain contact values`,
          },
        ),
      },
      closed,
    ),
    { description: 'Reasons, most frequent first' },
  ),
  has_samples: Type.Boolean({
    description: 'Whether this server has the list of rejected rows: `orgdex import` writes it to its `ORGDEX_HOME`',
  }),
});
export type Rejections = Static<typeof Rejections>;

export const ListRejections = {
  ...admin,
  id: 'listRejections',
  tag: 'Imports',
  method: 'GET',
  url: '/admin/runs/{id}/rejections',
  summary: 'List the rejected rows of an import',
  description: 'Returns why rows were rejected, with the position of some of the rows in the files.',
  params: NumberParams('run'),
  response: Rejections,
  returns: 'Reasons and samples.',
  problems: ['invalid_field', 'run_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

const CountryCode = Type.Unsafe<SupportedCountry>({
  type: 'string',
  enum: [...supportedCountries],
  description: 'ISO code of the country',
});

const FieldCoverage = Type.Object(
  {
    field: Type.String({
      description: 'Field of the profile. Nested fields are written with a dot',
      examples: ['website'],
    }),
    filled: Type.Integer({ description: 'Companies with a value' }),
    sources: Type.Array(
      Type.Object(
        { source: Type.String({ description: 'Source' }), count: Type.Integer({ description: 'Values' }) },
        closed,
      ),
      { description: 'How many of the values come from each source, alone or with others; most frequent first' },
    ),
    age: Nullable(
      Type.Object(
        { median: Type.Integer({ description: 'Median' }), p90: Type.Integer({ description: '90th percentile' }) },
        { ...closed, description: 'Days since the values were last stated; `null` if there are none' },
      ),
    ),
  },
  closed,
);

export const CoverageReport = Named('CoverageReport', {
  day: Type.String({ format: 'date', description: 'Day on which ages are computed' }),
  every: Type.Integer({ description: '1 if all companies were counted; n if one in n was sampled' }),
  companies: Type.Integer({ description: 'Companies that were counted' }),
  elsewhere: Type.Integer({ description: 'Companies that belong to none of the countries' }),
  unnamed: Type.Integer({ description: 'Companies without a name: they are not served, and not counted above' }),
  countries: Type.Array(
    Type.Object(
      {
        country: CountryCode,
        companies: Type.Integer({ description: 'Companies of the country' }),
        fields: Type.Array(FieldCoverage, { description: 'All fields of a profile, in its order' }),
      },
      closed,
    ),
    { description: 'One entry for each supported country. A company counts in each of its countries' },
  ),
});
export type CoverageReport = Static<typeof CoverageReport>;

export const CoverageStatus = Named('CoverageStatus', {
  measuring: Type.Boolean({ description: 'Whether coverage is being measured now' }),
  measured_at: NullableMoment('When the report was made; `null` if coverage was never measured'),
  report: Nullable(CoverageReport),
});
export type CoverageStatus = Static<typeof CoverageStatus>;

const coverage = { ...admin, tag: 'Imports', url: '/admin/coverage', response: CoverageStatus } as const;

export const GetCoverage = {
  ...coverage,
  id: 'getCoverage',
  method: 'GET',
  summary: 'Get the coverage',
  description: [
    'Returns for each country how many companies have a value in each field, from which sources, and how old the',
    'values are: the last result of `orgdex coverage` or of `POST /admin/coverage`.',
  ].join(' '),
  returns: 'The last report.',
  problems: ['ledger_unavailable'],
} as const satisfies Endpoint;

export const MeasureCoverage = {
  ...coverage,
  id: 'measureCoverage',
  actsOnce: true,
  method: 'POST',
  summary: 'Measure the coverage again',
  description: [
    'Starts to count in the background and returns at once. In a large database, a sample of about 100,000 companies is',
    'counted. If a measurement is already running, nothing is started.',
  ].join(' '),
  body: NoFields,
  returns: 'The last report, and that a new one is being made.',
  problems: [...bodyProblems, 'ledger_unavailable'],
} as const satisfies Endpoint;

export const SourceSummary = Named('SourceSummary', {
  id: Type.String({ description: 'Id of the source', examples: ['au-abr'] }),
  title: NullableString({ description: 'Full name; `null` for a source of your own files' }),
  country: NullableString({ description: 'ISO code of its country; `null` for several countries or unknown' }),
  class: Type.String({ description: 'Class of the source, such as `register`' }),
  license: NullableString({ description: 'License of the data; `null` for a source of your own files' }),
  attribution: NullableString({ description: 'Text that the license requires; `null` for a source of your own files' }),
  homepage: NullableString({ description: 'Where to download it; `null` for a source of your own files' }),
  expected_rows: Nullable(
    Type.Object(
      { min: rows('Lower limit'), max: rows('Upper limit') },
      { ...closed, description: 'Normal number of rows in a full file; `null` for a source of your own files' },
    ),
  ),
  runs: Type.Integer({ description: 'How often it was imported' }),
  last_run: NullableNamed(RunSummary, { description: 'The last run; `null` if it was never imported' }),
});
export type SourceSummary = Static<typeof SourceSummary>;

export const ListSources = {
  ...admin,
  id: 'listSources',
  tag: 'Imports',
  method: 'GET',
  url: '/admin/sources',
  summary: 'List sources',
  description:
    'Returns all sources that this version can import, and those of your own files that were imported, with their last run.',
  response: Type.Array(SourceSummary),
  returns: 'All sources, by id.',
  problems: ['ledger_unavailable'],
} as const satisfies Endpoint;

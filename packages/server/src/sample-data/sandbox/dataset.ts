import type { CompanyRecord } from '@orgdex/contract';
import type { SandboxCompany } from './company.ts';
import { kestrelRecords } from './full-profile.ts';
import { aozoraPeople, crowdPeople, kestrelPeople, peopleOf } from './people.ts';

const record = (key: string, facts: Partial<CompanyRecord>): CompanyRecord => ({ type: 'company', key, ...facts });

const merged = (id: string, shows: string): SandboxCompany => ({
  id,
  shows,
  records: [],
  people: [],
  mergedInto: 'sandbox-kestrel',
});

/** The id with slow responses; `open-sandbox.ts` adds the delay. */
export const slowId = 'sandbox-slow';

/** The id of the 404 example: no company has it. */
export const unknownId = 'sandbox-company-not-found';

/** All data that test keys can read. It is synthetic: no real company, person, number or domain occurs in it. */
export const sandboxCompanies: readonly SandboxCompany[] = [
  {
    id: 'sandbox-kestrel',
    shows:
      'A profile with a value in every field; NZ and SG have values of their own. People of every seniority and department, with every contact channel',
    records: kestrelRecords,
    people: kestrelPeople,
  },
  {
    id: 'sandbox-heron',
    shows: 'A company that every kind of identifier finds, with a trading name and a former name',
    records: [
      record('heron', {
        name: 'Heron Sandbox Pty Ltd',
        trading_names: ['Blue Gauge Sandbox'],
        former_names: ['Egret Sandbox Pty Ltd'],
        website: 'https://www.heron.example.com/',
        identifiers: { network: 'heron-sandbox', fqdn: 'heron.example.com', abn: '26 999 000 029' },
        hq_country: 'AU',
        employee_count: 12,
      }),
    ],
    people: peopleOf('sandbox-heron', [['AU', 'Managing Director']]),
  },
  {
    id: 'sandbox-wren',
    shows: '`X-Identifier-Conflict`: send one of its identifiers with one of `sandbox-heron`',
    records: [
      record('wren', {
        name: 'Wren Sandbox Pty Ltd',
        identifiers: { network: 'wren-sandbox', fqdn: 'wren.example.com', abn: '28 999 000 038' },
      }),
    ],
    people: peopleOf('sandbox-wren', [['AU', 'Owner']]),
  },
  {
    id: 'sandbox-finch',
    shows: 'Shares its domain with `sandbox-siskin`: a lookup by it returns this one, with `X-Identifier-Ambiguous: 2`',
    records: [
      record('finch', {
        name: 'Finch Sandbox Pty Ltd',
        identifiers: { fqdn: 'finch.example.com', abn: '30 999 000 047' },
      }),
    ],
    people: [],
  },
  {
    id: 'sandbox-siskin',
    shows: 'Shares the domain of `sandbox-finch`: a lookup finds it by its id and its ABN only',
    records: [
      record('siskin', {
        name: 'Siskin Sandbox Pty Ltd',
        identifiers: { fqdn: 'finch.example.com', abn: '32 999 000 056' },
      }),
    ],
    people: [],
  },
  {
    id: 'sandbox-aozora',
    shows: 'Japanese titles, and a domain with non-ASCII characters',
    records: [
      record('aozora', {
        name: '株式会社サンドボックス青空',
        identifiers: { network: 'aozora-sandbox', fqdn: '青空.example.com', jcn: '6990901900002' },
        country: 'JP',
        hq_country: 'JP',
        hq_location: '東京都',
      }),
    ],
    people: aozoraPeople,
  },
  {
    id: 'sandbox-crowd',
    shows: 'Paging through 250 people, by offset and by cursor',
    records: [record('crowd', { name: 'Crowd Sandbox Ltd', identifiers: { fqdn: 'crowd.example.com' } })],
    people: crowdPeople,
  },
  {
    id: 'sandbox-nobody',
    shows: 'A company without people: the response is 200 with an empty array',
    records: [record('nobody', { name: 'Nobody Sandbox Ltd', identifiers: { fqdn: 'nobody.example.com' } })],
    people: [],
  },
  {
    id: 'sandbox-blank',
    shows: 'A company with only a name: every other value is null or empty. It has one person without any details',
    records: [record('blank', { name: 'Blank Sandbox' })],
    people: [{ id: 'sandbox-blank-p001', country: 'AU', position: null, network: null, flags: [] }],
  },
  merged('sandbox-merged', 'An id that was merged into `sandbox-kestrel`: returns that company, with `X-Canonical-Id`'),
  merged(slowId, 'A slow response; otherwise the same as `sandbox-merged`'),
];

import type { CompanyRecord } from '@orgdex/contract';

type NextGen = NonNullable<CompanyRecord['nextGen']>;

const name = 'Kestrel & Vane Sandbox Pty Ltd';
const handle = 'kestrel-vane-sandbox';
const website = 'https://www.kestrel.example.com';

const profile = {
  profile_name: 'Kestrel & Vane Sandbox',
  handle,
  followers: 4210,
  verified: true,
  videos: 48,
  likes: 3890,
  views: 125_000,
  subscribers: 1310,
  following: 97,
  joined: '2014-05-12',
};

const nextGen: NextGen = {
  technographics: { 'Web Server': ['nginx'], Analytics: ['Matomo', 'Plausible'] },
  website,
  social_media: { youtube: profile, instagram: profile, network: profile, facebook: profile },
  reviews_rating: {
    ceo_approval: '0.91',
    total_reviews: 128,
    rating: {
      ceo_approval_rating: '0.91',
      career_opportunities_rating: '3.9',
      compensation_and_benefits_rating: '3.7',
      culture_and_values_rating: '4.4',
      diversity_and_inclusion_rating: '4.2',
      senior_management_rating: '3.8',
      work_life_balance_rating: '4.1',
    },
    overall_rating: '4.2',
    employee_rating_id: '700100',
    recommend_to_friend: 86,
    url: 4.2,
  },
  web_traffic: {
    summary: {
      avg_visit_duration: '00:02:41',
      total_web_visitors: 18_400,
      bounce_rate: 0.42,
      pages_per_visit: 3.6,
    },
    traffic_share: { countries: { AU: 0.7, NZ: 0.2, SG: 0.1 }, organic: 0.8, paid: 0.2 },
    marketing_channels_distribution: { Direct: 0.4, Referrals: 0.1, Search: 0.3, Social: 0.15, Mail: 0.05 },
  },
};

const everywhere: CompanyRecord = {
  type: 'company',
  key: 'kestrel',
  name,
  website,
  description: 'Made up for the sandbox: weather vanes and wind sensors for farms, ports and roofs.',
  tagline: 'Which way the wind blows',
  identifiers: {
    network: handle,
    fqdn: 'kestrel.example.com',
    abn: '36 999 000 010',
    acn: '999 000 010',
    nzbn: '9429999000012',
    uen: '192700999N',
    duns: '999900001',
  },
  employee_count: 455,
  year_founded: 1987,
  hq_location: 'Adelaide, South Australia',
  hq_country: 'AU',
  company_type: 'Private Company',
  abn_operation_status: 'Active',
  locations: ['Adelaide, SA', 'Hobart, TAS'],
  industries: ['Measuring Instruments', 'Manufacturing'],
  revenue: '$50M-$100M',
  phones: ['+61 8 5550 0100'],
  emails: ['hello@kestrel.example.com'],
  social_media: { twitter: handle, youtube: handle, facebook: handle, network: handle, instagram: handle },
  industry_codes: { sic: '3829', naics: '334519', anzsic: '2419' },
  keywords: ['weather vane', 'anemometer'],
  org_registers: { ABN: '36 999 000 010' },
  states: ['AU-SA', 'AU-TAS'],
  nextGen,
};

/** The profile for New Zealand: its own headcount, contacts and locations. */
const newZealand: CompanyRecord = {
  type: 'company',
  key: 'kestrel-nz',
  country: 'NZ',
  employee_count: 35,
  abn_operation_status: 'Registered',
  locations: ['Christchurch'],
  revenue: '$1M-$10M',
  phones: ['+64 3 555 0100'],
  emails: ['nz@kestrel.example.com'],
  states: ['NZ-CAN'],
  industry_codes: { anzsic: '2412' },
};

/** The profile for Singapore: less is known, and unknown values come from the general record. */
const singapore: CompanyRecord = {
  type: 'company',
  key: 'kestrel-sg',
  country: 'SG',
  employee_count: 8,
  locations: ['Singapore'],
  phones: ['+65 5550 0100'],
};

/** The records of `sandbox-kestrel`, whose profile has a value in every field. */
export const kestrelRecords: readonly CompanyRecord[] = [everywhere, newZealand, singapore];

import type { CompanyRecord } from '@orgdex/contract';
import type { Company } from './company.ts';
import { countriesByShare } from './countries.ts';
import type { Random } from './random.ts';

type NextGen = NonNullable<CompanyRecord['nextGen']>;

/** Categories of software, and open-source products of each. */
const technologies: readonly (readonly [category: string, products: readonly string[]])[] = [
  ['Analytics', ['Plausible', 'Matomo', 'Umami', 'PostHog']],
  ['CRM', ['SuiteCRM', 'EspoCRM', 'Twenty', 'CiviCRM']],
  ['CMS', ['WordPress', 'Drupal', 'Ghost', 'Joomla']],
  ['E-commerce', ['WooCommerce', 'PrestaShop', 'Magento', 'Saleor']],
  ['Web Server', ['nginx', 'Apache HTTP Server', 'Caddy', 'HAProxy']],
  ['Help Desk', ['Zammad', 'osTicket', 'Chatwoot', 'FreeScout']],
  ['JavaScript Framework', ['React', 'Vue.js', 'Svelte', 'Alpine.js']],
];

const tenth = (random: Random, least: number, most: number) => (random.between(least * 10, most * 10) / 10).toFixed(1);
const twoDigits = (value: number) => String(value).padStart(2, '0');
const hundredths = (value: number) => Math.round(value * 100) / 100;

const joinedOf = (random: Random) =>
  `${random.between(2008, 2023)}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`;

function technographicsOf(random: Random): Record<string, string[]> {
  const chosen = random.some(technologies, random.between(1, 5));
  return Object.fromEntries(
    chosen.map(([category, products]) => [category, random.some(products, random.between(1, 2))]),
  );
}

/** The counters that every network has; all others are unknown. */
const profileOf = (random: Random, company: Company, handle: string) => ({
  profile_name: company.name.short,
  handle,
  followers: random.below(50_000),
  verified: random.chance(0.2),
  videos: null,
  likes: null,
  views: null,
  subscribers: null,
  following: random.below(800),
  joined: joinedOf(random),
});

function socialMediaOf(random: Random, company: Company): NonNullable<NextGen['social_media']> {
  const handle = company.slug;
  return {
    youtube: {
      ...profileOf(random, company, handle),
      followers: null,
      following: null,
      videos: random.below(400),
      views: random.below(2_000_000),
      subscribers: random.below(30_000),
    },
    instagram: random.chance(0.8) ? profileOf(random, company, handle) : null,
    network: random.chance(0.8) ? profileOf(random, company, company.slug) : null,
    facebook: random.chance(0.8) ? { ...profileOf(random, company, handle), likes: random.below(40_000) } : null,
  };
}

function reviewsOf(random: Random): NonNullable<NextGen['reviews_rating']> {
  const approval = (random.between(40, 98) / 100).toFixed(2);
  const overall = tenth(random, 2.5, 4.9);
  return {
    ceo_approval: approval,
    total_reviews: random.between(3, 900),
    rating: {
      ceo_approval_rating: approval,
      career_opportunities_rating: tenth(random, 2, 5),
      compensation_and_benefits_rating: tenth(random, 2, 5),
      culture_and_values_rating: tenth(random, 2, 5),
      diversity_and_inclusion_rating: tenth(random, 2, 5),
      senior_management_rating: tenth(random, 2, 5),
      work_life_balance_rating: tenth(random, 2, 5),
    },
    overall_rating: overall,
    employee_rating_id: random.digits(6),
    recommend_to_friend: random.between(30, 99),
    url: Number(overall),
  };
}

function trafficCountriesOf(random: Random, company: Company): Record<string, number> {
  const home = random.between(50, 90) / 100;
  const other = company.abroad ?? random.pick(countriesByShare);
  return other === company.country
    ? { [other.code]: 1 }
    : { [company.country.code]: home, [other.code]: hundredths(1 - home) };
}

function webTrafficOf(random: Random, company: Company): NonNullable<NextGen['web_traffic']> {
  const organic = random.between(30, 95) / 100;
  const direct = random.between(20, 50);
  const search = random.between(15, 30);
  const social = random.between(2, 10);
  const mail = random.between(1, 10);
  return {
    summary: {
      avg_visit_duration: `00:${twoDigits(random.below(9))}:${twoDigits(random.below(60))}`,
      total_web_visitors: random.between(100, 400_000),
      bounce_rate: random.between(20, 80) / 100,
      pages_per_visit: random.between(11, 90) / 10,
    },
    traffic_share: { countries: trafficCountriesOf(random, company), organic, paid: hundredths(1 - organic) },
    marketing_channels_distribution: {
      Direct: direct / 100,
      Referrals: (100 - direct - search - social - mail) / 100,
      Search: search / 100,
      Social: social / 100,
      Mail: mail / 100,
    },
  };
}

/** The extended data, with a value in every part. */
export const nextGenOf = (random: Random, company: Company): NextGen => ({
  technographics: technographicsOf(random),
  website: `https://www.${company.host}`,
  social_media: socialMediaOf(random, company),
  reviews_rating: reviewsOf(random),
  web_traffic: webTrafficOf(random, company),
});

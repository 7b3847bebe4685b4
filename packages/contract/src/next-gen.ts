import { Type } from 'typebox';
import { Nullable, NullableInteger, NullableNumber, NullableString } from './nullable.ts';

const closed = { additionalProperties: false } as const;
const Fraction = (description: string) =>
  NullableNumber({ minimum: 0, maximum: 1, description: `${description}, 0 to 1` });
const Decimal = (description: string) =>
  NullableString({ description: `${description}, a decimal number as a string` });
const Rating = (what: string) => Decimal(`Employees’ rating of ${what}`);

const SocialProfile = Type.Object(
  {
    profile_name: NullableString({ description: 'Display name of the profile' }),
    handle: NullableString({ description: 'Username' }),
    followers: NullableInteger({ description: 'Number of followers' }),
    verified: Nullable(Type.Boolean({ description: 'Whether the profile is verified' })),
    videos: NullableInteger({ description: 'Number of videos' }),
    likes: NullableInteger({ description: 'Number of likes' }),
    views: NullableInteger({ description: 'Number of views' }),
    subscribers: NullableInteger({ description: 'Number of subscribers' }),
    following: NullableInteger({ description: 'Number of profiles that it follows' }),
    joined: NullableString({ format: 'date', description: 'Date on which the profile was created' }),
  },
  closed,
);

const profileOn = (site: string) => Nullable({ ...SocialProfile, description: `Profile on ${site}` });

const ReviewsRating = Type.Object(
  {
    ceo_approval: Decimal('Share of employees who approve of the CEO'),
    total_reviews: NullableInteger({ description: 'Number of reviews' }),
    rating: Type.Object(
      {
        ceo_approval_rating: Rating('the CEO'),
        career_opportunities_rating: Rating('career opportunities'),
        compensation_and_benefits_rating: Rating('compensation and benefits'),
        culture_and_values_rating: Rating('culture and values'),
        diversity_and_inclusion_rating: Rating('diversity and inclusion'),
        senior_management_rating: Rating('senior management'),
        work_life_balance_rating: Rating('work-life balance'),
      },
      { ...closed, description: 'Ratings by subject' },
    ),
    overall_rating: Decimal('Overall rating'),
    employee_rating_id: NullableString({ description: 'Id of the company on the review site' }),
    recommend_to_friend: NullableInteger({ description: 'Percentage of employees who would recommend the company' }),
    url: NullableNumber({ description: 'A number, despite its name' }),
  },
  closed,
);

const WebTraffic = Type.Object(
  {
    summary: Type.Object(
      {
        avg_visit_duration: NullableString({
          description: 'Average length of a visit, as HH:MM:SS',
          pattern: '^[0-9]{2,}:[0-5][0-9]:[0-5][0-9]$',
        }),
        total_web_visitors: NullableInteger({ description: 'Number of visitors' }),
        bounce_rate: Fraction('Share of visits that end after one page'),
        pages_per_visit: NullableNumber({ description: 'Average number of pages per visit' }),
      },
      { ...closed, description: 'Visits to the website' },
    ),
    traffic_share: Type.Object(
      {
        countries: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 }), {
          description: 'Share of visits by country: ISO country code to a number, 0 to 1',
        }),
        organic: Fraction('Share of visits from unpaid search results'),
        paid: Fraction('Share of visits from ads'),
      },
      { ...closed, description: 'Where visits come from' },
    ),
    marketing_channels_distribution: Type.Object(
      {
        Direct: Fraction('Share of visits that enter the address or use a bookmark'),
        Referrals: Fraction('Share of visits from links on other sites'),
        Search: Fraction('Share of visits from search engines'),
        Social: Fraction('Share of visits from social media'),
        Mail: Fraction('Share of visits from email'),
      },
      { ...closed, description: 'Share of visits by marketing channel' },
    ),
  },
  closed,
);

/** Extended data. A block of which nothing is known is null. */
export const NextGen = Type.Object(
  {
    technographics: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Technologies on the website: category to product names',
    }),
    website: NullableString({ description: 'Website address' }),
    social_media: Type.Object(
      {
        youtube: profileOn('YouTube'),
        instagram: profileOn('Instagram'),
        network: profileOn('LinkedIn'),
        facebook: profileOn('Facebook'),
      },
      { ...closed, description: 'Social media profiles' },
    ),
    reviews_rating: Nullable({ ...ReviewsRating, description: 'Reviews by employees' }),
    id: Type.String({ description: 'Id of the company' }),
    web_traffic: Nullable({ ...WebTraffic, description: 'Traffic of the website' }),
  },
  { ...closed, description: 'Extended data: technologies, social media, reviews and web traffic' },
);

import { Type } from 'typebox';
import { Nullable, NullableInteger, NullableNumber, NullableString } from './nullable.ts';

const closed = { additionalProperties: false } as const;
const Fraction = () => NullableNumber({ minimum: 0, maximum: 1 });
const Decimal = () => NullableString({ description: 'A decimal number as a string' });

const SocialProfile = Type.Object(
  {
    profile_name: NullableString(),
    handle: NullableString(),
    followers: NullableInteger(),
    verified: Nullable(Type.Boolean()),
    videos: NullableInteger(),
    likes: NullableInteger(),
    views: NullableInteger(),
    subscribers: NullableInteger(),
    following: NullableInteger(),
    joined: NullableString({ format: 'date' }),
  },
  closed,
);

const ReviewsRating = Type.Object(
  {
    ceo_approval: Decimal(),
    total_reviews: NullableInteger(),
    rating: Type.Object(
      {
        ceo_approval_rating: Decimal(),
        career_opportunities_rating: Decimal(),
        compensation_and_benefits_rating: Decimal(),
        culture_and_values_rating: Decimal(),
        diversity_and_inclusion_rating: Decimal(),
        senior_management_rating: Decimal(),
        work_life_balance_rating: Decimal(),
      },
      closed,
    ),
    overall_rating: Decimal(),
    employee_rating_id: NullableString(),
    recommend_to_friend: NullableInteger(),
    url: NullableNumber({ description: 'A number, as the specification has it' }),
  },
  closed,
);

const WebTraffic = Type.Object(
  {
    summary: Type.Object(
      {
        avg_visit_duration: NullableString({ description: 'HH:MM:SS', pattern: '^[0-9]{2,}:[0-5][0-9]:[0-5][0-9]$' }),
        total_web_visitors: NullableInteger(),
        bounce_rate: Fraction(),
        pages_per_visit: NullableNumber(),
      },
      closed,
    ),
    traffic_share: Type.Object(
      {
        countries: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 }), {
          description: 'ISO country code to a fraction',
        }),
        organic: Fraction(),
        paid: Fraction(),
      },
      closed,
    ),
    marketing_channels_distribution: Type.Object(
      { Direct: Fraction(), Referrals: Fraction(), Search: Fraction(), Social: Fraction(), Mail: Fraction() },
      closed,
    ),
  },
  closed,
);

/** Extended data. What is unknown as a whole is null as a whole. */
export const NextGen = Type.Object(
  {
    technographics: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Category to product names',
    }),
    website: NullableString(),
    social_media: Type.Object(
      {
        youtube: Nullable(SocialProfile),
        instagram: Nullable(SocialProfile),
        network: Nullable(SocialProfile),
        facebook: Nullable(SocialProfile),
      },
      closed,
    ),
    reviews_rating: Nullable(ReviewsRating),
    id: Type.String({ description: 'Company identifier' }),
    web_traffic: Nullable(WebTraffic),
  },
  closed,
);

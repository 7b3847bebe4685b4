import type { Company, CompanySources } from '@orgdex/contract';
import type { ComponentProps } from 'react';
import { DotPlot } from '../../charts/dot-plot.tsx';
import { Figures } from '../../components/figures.tsx';
import { Panel } from '../../components/panel.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { formatDay, formatNumber, formatShare, plural } from '../../format.ts';
import { type SourcedField, SourceNote } from './provenance.tsx';

interface FieldPanelProps extends ComponentProps<typeof Panel> {
  readonly field: SourcedField | undefined;
}

/** A panel about one field, with its source. */
export const FieldPanel = ({ field, note, ...panel }: FieldPanelProps) => (
  <Panel {...panel} note={note ?? (field && <SourceNote field={field} />)} />
);

interface PartProps {
  readonly company: Company;
  readonly fields: CompanySources['fields'];
}

export function Locations({ company, fields }: PartProps) {
  const { locations, hq_location } = company;
  if (locations.length === 0) return null;
  return (
    <FieldPanel
      title="Locations"
      field={fields.locations}
      {...(fields.locations ? {} : { note: plural(locations.length, 'place') })}
    >
      <ScrollRegion label="All locations" className="max-h-72">
        <ul className="divide-y divide-edge">
          {locations.map((place) => (
            <li key={place} className="flex items-center gap-2 px-4 py-1.5">
              {place}
              {place === hq_location && <span className="badge bg-accent-soft text-accent">Headquarters</span>}
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </FieldPanel>
  );
}

export function Industries({ company, fields }: PartProps) {
  const { industries, industry_codes: codes } = company;
  const shown = (['anzsic', 'naics', 'sic'] as const).filter((scheme) => codes[scheme] !== null);
  if (industries.length === 0 && shown.length === 0) return null;
  return (
    <FieldPanel title="Industries" field={fields.industries}>
      <ul className="divide-y divide-edge">
        {industries.map((industry) => (
          <li key={industry} className="px-4 py-1.5">
            {industry}
          </li>
        ))}
        {shown.map((scheme) => (
          <li key={scheme} className="flex justify-between px-4 py-1.5">
            <span className="text-ink-3 uppercase">{scheme}</span>
            <code>{codes[scheme]}</code>
          </li>
        ))}
      </ul>
    </FieldPanel>
  );
}

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex flex-wrap gap-1.5">
    {tags.map((tag) => (
      <span key={tag} className="tag">
        {tag}
      </span>
    ))}
  </span>
);

export function Technographics({ company, fields }: PartProps) {
  const entries = Object.entries(company.nextGen.technographics);
  if (entries.length === 0) return null;
  return (
    <FieldPanel title="Technologies" field={fields['nextGen.technographics']}>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2 px-4 py-3">
        {entries.map(([category, products]) => (
          <div key={category} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-3">{category}</dt>
            <dd>
              <Tags tags={products} />
            </dd>
          </div>
        ))}
      </dl>
    </FieldPanel>
  );
}

export function Keywords({ company, fields }: PartProps) {
  if (company.keywords.length === 0) return null;
  return (
    <FieldPanel title="Keywords" field={fields.keywords}>
      <div className="px-4 py-3">
        <Tags tags={company.keywords} />
      </div>
    </FieldPanel>
  );
}

const ratingLabels = {
  work_life_balance_rating: 'Work and life',
  compensation_and_benefits_rating: 'Pay and benefits',
  career_opportunities_rating: 'Career',
  culture_and_values_rating: 'Culture and values',
  senior_management_rating: 'Senior management',
  diversity_and_inclusion_rating: 'Diversity and inclusion',
} as const;

export function Reviews({ company, fields }: PartProps) {
  const reviews = company.nextGen.reviews_rating;
  if (reviews === null) return null;
  const dots = Object.entries(ratingLabels).flatMap(([name, label]) => {
    const value = Number(reviews.rating[name as keyof typeof ratingLabels] ?? Number.NaN);
    return Number.isFinite(value) ? [{ label, value }] : [];
  });
  const { overall_rating, total_reviews, recommend_to_friend, ceo_approval } = reviews;
  const figures = [
    {
      label: total_reviews === null ? 'Rating' : plural(total_reviews, 'review'),
      value: overall_rating ?? '–',
      note: 'of 5',
    },
    { label: 'Would recommend', value: recommend_to_friend === null ? '–' : `${recommend_to_friend}%` },
    { label: 'Approve of CEO', value: ceo_approval === null ? '–' : formatShare(Number(ceo_approval)) },
  ];
  return (
    <FieldPanel title="Reviews by employees" field={fields['nextGen.reviews_rating']}>
      <Figures figures={figures} className="border-b border-edge" />
      {dots.length > 0 && (
        <div className="px-4 py-3">
          <DotPlot label="Ratings by subject, from 1 to 5" dots={dots} min={1} max={5} />
        </div>
      )}
    </FieldPanel>
  );
}

export function Registers({ company, fields }: PartProps) {
  const entries = Object.entries(company.org_registers);
  if (entries.length === 0) return null;
  return (
    <FieldPanel title="Registers" field={fields.org_registers}>
      <ul className="divide-y divide-edge">
        {entries.map(([register, entry]) => (
          <li key={register} className="flex justify-between gap-4 px-4 py-1.5">
            <span className="text-ink-2">{register}</span>
            <code className="text-right break-all">{entry}</code>
          </li>
        ))}
      </ul>
    </FieldPanel>
  );
}

export function OtherNames({ names }: { names: CompanySources['names'] | undefined }) {
  const all = [
    ...(names?.trading ?? []).map((name) => ({ ...name, kind: 'Trades as' })),
    ...(names?.former ?? []).map((name) => ({ ...name, kind: 'Formerly' })),
  ];
  if (all.length === 0) return null;
  return (
    <Panel title="Other names" note={plural(all.length, 'name')}>
      <ul className="divide-y divide-edge">
        {all.map(({ kind, value, source, observed }) => (
          <li key={`${kind}:${value}:${source}`} className="flex flex-wrap justify-between gap-x-4 px-4 py-1.5">
            <span>
              <span className="text-ink-3">{kind}</span> {value}
            </span>
            <span className="text-xs text-ink-3">
              <code>{source}</code> {formatDay(observed)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const sites = {
  network: 'LinkedIn',
  youtube: 'YouTube',
  instagram: 'Instagram',
  facebook: 'Facebook',
  twitter: 'X',
} as const;

export function Social({ company, fields }: PartProps) {
  const { social_media: handles, nextGen } = company;
  const rows = Object.entries(sites).flatMap(([name, label]) => {
    const profile = name === 'twitter' ? null : nextGen.social_media[name as Exclude<keyof typeof sites, 'twitter'>];
    const handle = profile?.handle ?? handles[name as keyof typeof sites];
    return handle == null ? [] : [{ label, handle, followers: profile?.followers ?? profile?.subscribers ?? null }];
  });
  if (rows.length === 0) return null;
  return (
    <FieldPanel title="Social media" field={fields['nextGen.social_media'] ?? fields.social_media}>
      <ul className="divide-y divide-edge">
        {rows.map(({ label, handle, followers }) => (
          <li key={label} className="flex flex-wrap justify-between gap-x-4 px-4 py-1.5">
            <span>
              {label} <span className="text-ink-3">{handle}</span>
            </span>
            {followers !== null && <span className="text-ink-2">{formatNumber(followers)} followers</span>}
          </li>
        ))}
      </ul>
    </FieldPanel>
  );
}

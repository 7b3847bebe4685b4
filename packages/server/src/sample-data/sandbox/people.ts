import type { ChannelFlag, SupportedCountry } from '@orgdex/contract';
import type { SandboxPerson } from './company.ts';

/** Every contact channel occurs, and some people have none. */
const reachable: readonly (readonly ChannelFlag[])[] = [
  ['has_email'],
  ['has_email', 'has_phone'],
  ['has_email', 'has_personal_email', 'has_phone', 'has_dnd_phone', 'has_mobile'],
  ['has_personal_email', 'has_mobile'],
  ['has_phone', 'has_dnd_phone'],
  [],
];

const numberOf = (index: number): string => String(index + 1).padStart(3, '0');

/** The people of one company in the order of their ids; every seventh has no network profile. */
export function peopleOf(
  company: string,
  positions: readonly (readonly [country: SupportedCountry, position: string | null])[],
): SandboxPerson[] {
  return positions.map(([country, position], index) => {
    const id = `${company}-p${numberOf(index)}`;
    const flags = reachable[index % reachable.length] ?? [];
    return { id, country, position, network: index % 7 === 6 ? null : id, flags };
  });
}

const inCountry = (country: SupportedCountry, positions: readonly (string | null)[]) =>
  positions.map((position) => [country, position] as const);

/** A title for each seniority and department; null: nothing is known. */
const everyClass: readonly (string | null)[] = [
  'Board Member',
  'Founder',
  'Chief Executive Officer',
  'Chief Financial Officer',
  'VP Sales',
  'Head of Marketing',
  'Operations Manager',
  'HR Manager',
  'Customer Service Manager',
  'Product Manager',
  'Sales & Marketing Manager',
  'Software Engineer',
  'Electrician',
  'Registered Nurse',
  'Research Scientist',
  'Legal Counsel',
  'Teacher',
  'Management Consultant',
  'Astronaut',
  null,
];

export const kestrelPeople = peopleOf('sandbox-kestrel', [
  ...inCountry('AU', everyClass),
  ...inCountry('NZ', ['Country Manager', 'Sales Manager', 'Accountant']),
  ...inCountry('SG', ['Regional Director', 'Sales Manager']),
]);

export const aozoraPeople = peopleOf('sandbox-aozora', [
  ...inCountry('JP', [
    '代表取締役社長',
    '取締役',
    '執行役員',
    '営業部長',
    '経理課長',
    '人事部マネージャー',
    'ソフトウェアエンジニア',
    '研究員',
  ]),
  ...inCountry('AU', ['Country Manager']),
]);

const crowdSize = 250;
const crowdPositions = ['Sales Manager', 'Software Engineer', 'Accountant', 'Electrician', 'Senior Sales Manager'];

/** More than two pages of the maximum size. */
export const crowdPeople = peopleOf(
  'sandbox-crowd',
  inCountry(
    'AU',
    Array.from({ length: crowdSize }, (_, index) => crowdPositions[index % crowdPositions.length] ?? null),
  ),
);

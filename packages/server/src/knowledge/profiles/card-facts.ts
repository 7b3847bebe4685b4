import type { CompanyStatus } from '@orgdex/contract';
import { cityOf } from '../rules/places/city.ts';
import type { CompanyDocument } from './company-document.ts';
import { pickFirst } from './pick.ts';
import { sourceClasses } from './precedence.ts';
import {
  byIdentityPrecedence,
  byPrecedence,
  groupByStanding,
  headquartersReader,
  inOrder,
  type Statement,
} from './statements.ts';

/** What a card shows in addition to the profile, and what a search needs to know about the names. */
export interface CardFacts {
  country: string | null;
  /** Where it has its headquarters or a record: keys with access to none of them do not see it. */
  countries: string[];
  region: string | null;
  city: string | null;
  status: CompanyStatus | null;
  lei: string | null;
  /** Names other than the one that is served: under which it trades, or that other sources use. */
  trading: string[];
  former: string[];
}

/** The headquarters, or else the register that lists the company. */
function countryOf(records: readonly Statement[]): string | null {
  const { base, rest } = groupByStanding(records);
  const read = headquartersReader(records.map(({ content }) => content));
  const tiers = [base, rest].map((tier) => inOrder(tier, byPrecedence));
  const headquarters = pickFirst(tiers, ({ content }) => read(content));
  if (headquarters) return headquarters.value;
  const listed = records
    .filter(({ identityPrecedence }) => identityPrecedence === sourceClasses.register.identityPrecedence)
    .sort(byIdentityPrecedence)
    .find(({ country }) => country !== null);
  return listed?.country ?? null;
}

function statusOf({ body }: CompanyDocument): CompanyStatus | null {
  const stated = body.abn_operation_status === null ? undefined : parseStatus(body.abn_operation_status);
  if (stated) return stated;
  const listed = Object.values(body.org_registers).map(parseStatus);
  return listed.includes('active') ? 'active' : listed.includes('inactive') ? 'inactive' : null;
}

const regionOf = (states: readonly string[], country: string | null): string | null =>
  states.find((state) => country !== null && state.startsWith(`${country}-`)) ?? states[0] ?? null;

const distinct = (names: readonly (string | undefined)[], without: readonly string[]): string[] => [
  ...new Set(names.filter((name): name is string => name !== undefined && name !== '' && !without.includes(name))),
];

export function cardFacts(profile: CompanyDocument, records: readonly Statement[]): CardFacts {
  const { body } = profile;
  const ordered = inOrder(records, byIdentityPrecedence);
  const country = countryOf(records);
  const served = body.name === null ? [] : [body.name];
  const former = distinct(
    ordered.flatMap(({ content }) => content.former_names ?? []),
    served,
  );
  return {
    country,
    countries: [...new Set([country, ...records.map((record) => record.country)])].filter((one) => one !== null).sort(),
    region: regionOf(body.states, country),
    city: body.hq_location === null ? null : (cityOf(country ?? undefined, body.hq_location) ?? null),
    status: statusOf(profile),
    lei: pickFirst([ordered], ({ content }) => content.identifiers?.lei)?.value ?? null,
    trading: distinct(
      ordered.flatMap(({ content }) => [...(content.trading_names ?? []), content.name]),
      [...served, ...former],
    ),
    former,
  };
}

const inactiveStatus =
  /\b(?:cancell?ed|deregistered|removed|struck off|dissolved|closed|ceased|terminated|merged|amalgamated|liquidated|wound up|inactive|bankrupt|converted)\b/i;
const activeStatus = /^(?:active|registered|live|exists)\b/i;

/**
 * What a register's own word for a company's status means; undefined if it says neither.
 *
 * @example parseStatus('Struck Off 2021-03-04') // 'inactive'
 */
export function parseStatus(text: string): CompanyStatus | undefined {
  if (inactiveStatus.test(text)) return 'inactive';
  return activeStatus.test(text.trim()) ? 'active' : undefined;
}

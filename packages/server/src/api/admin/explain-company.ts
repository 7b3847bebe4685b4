import { identifierSchemes } from '@orgdex/contract';
import { OperatorProblem } from '../../core/errors/failure.ts';
import {
  type ExplainedField,
  explainProfile,
  explainRegions,
  type UnservedNames,
  unservedNames,
} from '../../knowledge/profiles/explain.ts';
import { parseIdentifier, parseRegistration, whyNot } from '../../knowledge/rules/identifiers/identifier.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import {
  type DatabaseCompany,
  findById,
  findByIdentifier,
  readDatabaseCompany,
} from '../../stores/postgres/identity/company-records.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';

/** Everything that is known about a company, and why. */
export interface ExplainedCompany extends DatabaseCompany {
  asked: string;
  /** The identifier that found it; undefined if it was found by id. */
  foundBy: string | undefined;
  /** The requested id, if it was merged into this company. */
  mergedFrom: string | undefined;
  country: string | undefined;
  profile: ExplainedField[];
  unserved: UnservedNames[];
  /** Countries with different values, and the fields that differ. */
  regions: Record<string, string[]>;
}

/** `abn:51 824 753 556` in the canonical form of the database. */
function canonicalIdentifier(text: string): string {
  const [, code = '', value = ''] = /^([^:]+):(.*)$/s.exec(text) ?? [];
  const scheme = identifierSchemes.find((known) => known === code);
  if (scheme) {
    const parsed = parseIdentifier(scheme, value);
    if (parsed === undefined)
      throw new OperatorProblem('identifier_malformed', `\`${scheme}\`: ${whyNot(scheme, value)}.`);
    return `${scheme}:${parsed}`;
  }
  const registration = code.startsWith('reg.') ? parseRegistration(code.slice(4), value) : undefined;
  if (registration) return `${registration.scheme}:${registration.value}`;
  throw new OperatorProblem(
    'identifier_malformed',
    `Write an identifier as <scheme>:<value>. The schemes are ${identifierSchemes.join(', ')} and reg.<register code>.`,
  );
}

async function findCompany(
  database: Queryable,
  asked: string,
): Promise<{ id: string; identifier: string | undefined }> {
  const identifier = asked.includes(':') ? canonicalIdentifier(asked) : undefined;
  const id = await (identifier ? findByIdentifier(database, identifier) : findById(database, asked));
  if (id) return { id, identifier };
  throw new OperatorProblem(
    'company_not_found',
    identifier
      ? `No company has the identifier ${identifier}.`
      : `No company has the id ${asked}. You can also use an identifier, such as abn:51824753556 or fqdn:example.com.`,
  );
}

export interface ExplainRequest {
  asked: string;
  rates: Rates;
  country: string | undefined;
}

/** Explains a company from the database only. */
export async function explainCompany(
  database: Queryable,
  { asked, rates, country }: ExplainRequest,
): Promise<ExplainedCompany> {
  const { id, identifier } = await findCompany(database, asked);
  const company = await readDatabaseCompany(database, id);
  const counting = company.records.filter(({ hidden }) => !hidden);
  return {
    asked,
    ...company,
    foundBy: identifier,
    mergedFrom: company.mergedIds.find((merged) => merged === asked),
    country,
    profile: explainProfile(counting, rates, country),
    regions: explainRegions(counting, rates),
    unserved: unservedNames(counting),
  };
}

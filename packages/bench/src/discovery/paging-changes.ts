import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CompanyRecord, type IdentifierScheme, identifierSchemes } from '@orgdex/contract';
import {
  identifierOf,
  isDecision,
  isImplied,
  isMatch,
  isWeakIdentifier,
} from '../../../server/src/knowledge/rules/identifiers/claims.ts';
import { seeded } from '../load/traffic.ts';
import type { BenchInstallation } from '../speed/installation.ts';
import { readNamed } from './sample-companies.ts';

/** Its records change the number of employees, and nothing else. They are removed at the end. */
const source = 'discovery-paging';
/** Newer than all other records, so that its number is served. */
const observed = '2199-12-31';
const changedAtOnce = 500;
/** Few: a company stays in the installation, even if all its records are removed. */
const added = 20;
const mostEmployees = 20_000;
const restMs = 100;

/** An existing company, and how a record of another source says that it is about the same one. */
interface Linked {
  readonly id: string;
  readonly country: string | null;
  readonly identifier: string;
}

interface Row {
  readonly id: string;
  readonly country: string | null;
  readonly claims: string[];
}

const isStated = (claim: string) => !isImplied(claim) && !isDecision(claim) && !isMatch(claim);

/** A register number rather than a domain, which another company may have too. */
function toLinked({ id, country, claims }: Row): Linked[] {
  const stated = claims.filter(isStated).map(identifierOf);
  const identifier = stated.find((claim) => !isWeakIdentifier(claim)) ?? stated[0];
  return identifier === undefined ? [] : [{ id, country, identifier }];
}

async function readLinked({ pool }: BenchInstallation, ids: readonly string[]): Promise<Linked[]> {
  // A record for all countries comes first: another one for a single country would not be served.
  const { rows } = await pool.query<Row>(
    `SELECT DISTINCT ON (company_id) company_id AS id, country, claims FROM company_record
     WHERE company_id = ANY($1) AND NOT removed AND NOT hidden AND cardinality(claims) > 0
     ORDER BY company_id, country NULLS FIRST, source_id, key`,
    [ids],
  );
  return rows.flatMap(toLinked);
}

function identifiersOf(identifier: string): NonNullable<CompanyRecord['identifiers']> {
  const at = identifier.indexOf(':');
  const [scheme, value] = [identifier.slice(0, at), identifier.slice(at + 1)];
  return identifierSchemes.includes(scheme as IdentifierScheme)
    ? { [scheme]: value }
    : { registrations: { [scheme.replace(/^reg\./, '')]: value } };
}

interface Change {
  readonly company: Linked;
  readonly name: string;
  readonly employees: number;
}

const toRecord = ({ company: { id, country, identifier }, name, employees }: Change): CompanyRecord => ({
  type: 'company',
  key: id,
  observed,
  name,
  ...(country === null ? {} : { country }),
  identifiers: identifiersOf(identifier),
  employee_count: employees,
});

const toNewRecord = (key: string, country: string | undefined, employees: number): CompanyRecord => ({
  type: 'company',
  key,
  observed,
  name: `Paging ${key}`,
  ...(country === undefined ? {} : { country, hq_country: country }),
  employee_count: employees,
});

const toRemoval = (key: string): CompanyRecord => ({ type: 'company', key, removed: true });

async function importRecords({ home, orgdex }: BenchInstallation, records: readonly CompanyRecord[]): Promise<void> {
  const file = join(home, `${source}.ndjson`);
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  await orgdex('import', 'records', file, '--source', source, '--allow', 'rows');
}

interface ChangesOrder {
  readonly ids: readonly string[];
  readonly country: string | undefined;
  readonly seed: number;
}

/** What was imported so far. */
export interface Changes {
  /** The number of employees that each changed company has now. */
  readonly employees: ReadonlyMap<string, number>;
  imports(): number;
  /** Ends the imports, and waits until everything is published. */
  stop(): Promise<void>;
  /** Removes the records again. */
  undo(): Promise<void>;
}

/** Records with other numbers of employees for some of the companies, which keep their names. */
async function changesOf(installation: BenchInstallation, companies: readonly Linked[], random: () => number) {
  const pick = () => companies[Math.floor(random() * companies.length)] as Linked;
  const chosen = new Map(Array.from({ length: changedAtOnce }, pick).map((company) => [company.id, company]));
  return (await readNamed(installation, [...chosen.keys()])).map(({ id, name }) =>
    toRecord({ company: chosen.get(id) as Linked, name, employees: numberOf(random) }),
  );
}

const numberOf = (random: () => number): number => 1 + Math.floor(random() * mostEmployees);

/** Companies that are added by the first import, and changed by all others. */
const newKeys = Array.from({ length: added }, (_, at) => `new-${at}`);

/** Imports changes one after the other until it is stopped. The running service publishes them. */
export async function startChanges(installation: BenchInstallation, order: ChangesOrder): Promise<Changes> {
  const companies = await readLinked(installation, order.ids);
  if (companies.length === 0) throw new Error('No company of the result has an identifier, so none can be changed.');
  const random = seeded(order.seed);
  const employees = new Map<string, number>();
  let isStopped = false;
  let round = 0;
  async function change(): Promise<void> {
    const changed = await changesOf(installation, companies, random);
    const fresh = newKeys.map((key) => toNewRecord(key, order.country, numberOf(random)));
    for (const { key, employee_count } of changed) employees.set(key, employee_count ?? 0);
    await importRecords(installation, [...changed, ...fresh]);
    round += 1;
  }
  const running = (async () => {
    for (; !isStopped; await sleep(restMs)) await change();
  })();
  // A failure is reported by `stop`, not as an unhandled rejection.
  running.catch(() => {});
  return {
    employees,
    imports: () => round,
    async stop() {
      isStopped = true;
      await running;
      await installation.orgdex('publish');
    },
    async undo() {
      await importRecords(installation, [...employees.keys(), ...newKeys].map(toRemoval));
      await installation.orgdex('publish');
    },
  };
}

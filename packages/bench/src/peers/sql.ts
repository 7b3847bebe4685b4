import { defaultCountry, paging } from '@orgdex/contract';
import type { PeerOperation } from './system.ts';

const profile = `SELECT coalesce(c.regions ->> '${defaultCountry}', c.profile) AS profile`;

/** The operations as SQL. pgbench can only generate numbers, so a table maps each number to a request. */
export const sqlOf: Partial<Record<PeerOperation, string>> = {
  'lookup-id': `${profile} FROM request a JOIN company c ON c.id = a.company WHERE a.turn = :turn`,
  'lookup-fqdn': `${profile} FROM request a JOIN identifier i ON i.identifier = a.identifier
    JOIN company c ON c.id = i.company WHERE a.turn = :turn`,
  'people-position': `SELECT p.person AS person_id, c.name AS company_name, p.match, count(*) OVER () AS total
    FROM request a JOIN company c ON c.id = a.company
    JOIN person p ON p.company = a.company AND p.country = a.country AND p.words @> a.words
    WHERE a.turn = :turn ORDER BY p.word_count, p.rank, p.person LIMIT ${paging.defaultSize}`,
};

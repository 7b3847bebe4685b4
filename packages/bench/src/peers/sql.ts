import { defaultCountry, paging } from '@orgdex/contract';
import type { PeerQuestion } from './side.ts';

const profile = `SELECT coalesce(c.regions ->> '${defaultCountry}', c.profile) AS profile`;

/** The operations as SQL. pgbench can only make up numbers: what is asked stands in a table, by its turn. */
export const sqlOf: Partial<Record<PeerQuestion, string>> = {
  'lookup-id': `${profile} FROM asked a JOIN company c ON c.id = a.company WHERE a.turn = :turn`,
  'lookup-fqdn': `${profile} FROM asked a JOIN identifier i ON i.identifier = a.identifier
    JOIN company c ON c.id = i.company WHERE a.turn = :turn`,
  'people-position': `SELECT p.person AS person_id, c.name AS company_name, p.match, count(*) OVER () AS total
    FROM asked a JOIN company c ON c.id = a.company
    JOIN person p ON p.company = a.company AND p.country = a.country AND p.words @> a.words
    WHERE a.turn = :turn ORDER BY p.word_count, p.rank, p.person LIMIT ${paging.defaultSize}`,
};

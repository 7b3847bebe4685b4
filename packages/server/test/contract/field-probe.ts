import { Company, GetCompany, openapi } from '@orgdex/contract';
import { pino } from 'pino';
import { Compile } from 'typebox/compile';
import { mappings } from '../../src/engine/mapping.ts';
import { openHttp } from '../../src/http/open-http.ts';
import { serve } from '../../src/http/serve.ts';
import { buildProfile } from '../../src/profiles/profile.ts';
import { openVisit } from '../support/visit.ts';

const field = process.argv[2] ?? '';
const names = (value: unknown): boolean => JSON.stringify(value).includes(`"${field}"`);
const profile = buildProfile('c1', [], new Map()).body;
const withField = { ...profile, [field]: 'KSV' };

/** What reaches the caller of a company that carries the field. */
async function served(): Promise<unknown> {
  const app = await openHttp({ log: pino({ level: 'silent' }), openVisit });
  serve(app, GetCompany, async () => ({ body: withField }));
  const answer = await app.inject('/company?id=c1');
  await app.close();
  return answer.json();
}

/** What knows the field in this tree. The test runs this in the tree as it is, and in a copy with one more field. */
console.log(
  JSON.stringify({
    openapi: names(openapi('0')),
    validation: Compile(Company).Check(withField),
    response: names(await served()),
    profile: names(profile),
    mapping: names(mappings.company),
  }),
);

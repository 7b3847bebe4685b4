// Builds the documentation site from the Markdown of the repository into packages/site/dist: npm run docs:site [-- --base /orgdex/]
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrokenLinks } from './check-links.ts';
import { writePages } from './write-pages.ts';

const site = join(import.meta.dirname, '..');
const { base } = parseArgs({ options: { base: { type: 'string', default: '/' } } }).values;
if (!/^\/(?:[^/]+\/)*$/.test(base)) throw new Error('`--base` must start and end with a slash, such as /orgdex/.');

writePages(base);
execFileSync(join(site, '../../node_modules/.bin/astro'), ['build', '--base', base, '--silent'], {
  cwd: site,
  env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  stdio: 'inherit',
});
const broken = findBrokenLinks(join(site, 'dist'), base);
for (const link of broken) console.error(`Broken link: ${link}`);
console.log(broken.length === 0 ? `Built ${join(site, 'dist')}.` : `${broken.length} broken links.`);
process.exitCode = broken.length === 0 ? 0 : 1;

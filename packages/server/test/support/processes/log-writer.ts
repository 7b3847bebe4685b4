import { openLogger } from '../../../src/http/logger.ts';

/** Writes so many lines of all lengths to its log, faster than anybody reads them. A program of its own. */
const { log } = openLogger('info');
for (let at = 0; at < Number(process.argv[2]); at += 1) log.info({ filling: 'x'.repeat(at % 1000) }, 'a line');

import { openLogger } from '../../../server/src/api/http/log-output.ts';

/** Writes this many lines of all lengths to its log, faster than they are read. A separate program. */
const { log } = openLogger('info');
for (let at = 0; at < Number(process.argv[2]); at += 1) log.info({ filling: 'x'.repeat(at % 1000) }, 'a line');

import { invented } from './invented.ts';
import { openWorld } from './world.ts';
const w = await openWorld(invented);
const base = await w.app.listen({ host: '127.0.0.1', port: 18080 });
console.log(base, await w.issue('company:read', 'people:search'));
process.on('SIGTERM', async () => { await w.close(); process.exit(0); });

// Builds the image of the Dockerfile and tries it with the running stores: npm run image -- --help
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryCompose } from './image/compose.ts';
import { buildImage, openPodman } from './image/podman.ts';
import { baseStandIns, debian, makeStandIns } from './image/stand-ins.ts';
import { storeStandIns } from './image/store-stand-ins.ts';
import { tryImage } from './image/try.ts';
import { Problems } from './stores/process.ts';

const usage = `usage: npm run image -- [options]

Builds the image with podman, starts it read-only, without capabilities and as an ordinary user, and sends requests to it.
The stores must run: npm run stores:up

  --install   install podman and mmdebstrap with apt-get if they are missing (needs root)
  --pull      build on the base images of the registry, instead of stand-ins made from Debian packages
  --probe     only make the stand-ins, and start a container: can this machine do it?
  --no-try    only build
  --no-build  only try the image that was built last
  --compose   also start everything in compose.yaml, with stores of its own, and send requests to it`;

const options = {
  install: { type: 'boolean' },
  pull: { type: 'boolean' },
  probe: { type: 'boolean' },
  'no-try': { type: 'boolean' },
  'no-build': { type: 'boolean' },
  compose: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  const folder = join(import.meta.dirname, '../.orgdex/image');
  mkdirSync(folder, { recursive: true });
  const podman = await openPodman(folder, values.install === true);
  if (values.probe) {
    await makeStandIns(podman, folder, baseStandIns);
    return void (await podman.run(['run', '--rm', '--network=host', debian, 'true']));
  }
  if (!values['no-build']) {
    if (!values.pull) await makeStandIns(podman, folder, baseStandIns);
    await buildImage(podman, values.pull === true);
  }
  if (!values['no-try']) await tryImage(podman);
  if (values.compose) {
    if (!values.pull) await makeStandIns(podman, folder, storeStandIns);
    await tryCompose(podman, folder);
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Problems)) throw error;
  for (const problem of error.list) console.error(`image: ${problem}`);
  process.exitCode = 1;
}

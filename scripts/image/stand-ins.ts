import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programsOnPath, runOrThrow } from '../stores/process.ts';
import type { Podman } from './podman.ts';

/**
 * The base images of the Dockerfile, made from Debian packages and the Node of this workspace, for machines that reach no
 * image registry. They have the same programs and users at the same places, but are not the same images.
 */
export const debian = 'docker.io/library/debian:bookworm-slim';
const node = 'docker.io/library/node:24-slim';

/** What a stand-in was made from. A real base image has no such label, and is used as it is. */
const label = 'orgdex.stand-in';

export type StandIn = { image: string; version: string; make(podman: Podman, context: string): Promise<void> };

async function isCurrent(podman: Podman, { image, version }: StandIn): Promise<boolean> {
  if ((await podman.attempt('image', 'exists', image)).code !== 0) return false;
  const found = (await podman.run(['image', 'inspect', '--format', `{{index .Labels "${label}"}}`, image])).trim();
  return found === '' || found === version;
}

/** Builds a stand-in from the text of a Dockerfile and the files in this folder. */
export async function buildStandIn(
  podman: Podman,
  { image, version }: StandIn,
  { context, file }: { context: string; file: string },
): Promise<void> {
  writeFileSync(join(context, 'Dockerfile'), file);
  const options = ['--pull=never', '--network=host', '--layers=false', `--label=${label}=${version}`];
  await podman.run(['build', ...options, '--tag', image, context]);
}

const debianStandIn: StandIn = {
  image: debian,
  version: '3',
  async make(podman, context) {
    const archive = join(context, 'debian.tar');
    const left = ['doc', 'man', 'info', 'locale', 'lintian'].map((name) => `path-exclude=/usr/share/${name}/*`);
    const options = ['force-unsafe-io', ...left].map((option) => `--dpkgopt=${option}`);
    // Merges /usr first, as in the real image: the package that would merge it later brings Perl, which is 50 MB.
    const hooks = '--hook-directory=/usr/share/mmdebstrap/hooks/merged-usr';
    await runOrThrow('mmdebstrap', ['--variant=minbase', hooks, ...options, 'bookworm', archive]);
    await podman.run(['import', `--change=LABEL ${label}=${this.version}`, archive, debian]);
  },
};

const nodeFile = `FROM ${debian}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \\
  && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
`;

/** The certificate authorities that this machine trusts: one of them may sign for a proxy of the package registry. */
const certificates = () => [process.env.NODE_EXTRA_CA_CERTS, '/etc/ssl/certs/ca-certificates.crt'].find(isFile);
const isFile = (path: string | undefined): path is string => path !== undefined && existsSync(path);

const nodeStandIn: StandIn = {
  image: node,
  version: `3-${process.version}`,
  async make(podman, context) {
    copyFileSync(process.execPath, join(context, 'node'));
    const npm = realpathSync(programsOnPath('npm').at(-1) as string);
    cpSync(dirname(dirname(npm)), join(context, 'npm'), { recursive: true });
    const trusted = certificates();
    if (trusted) copyFileSync(trusted, join(context, 'certificates.crt'));
    else writeFileSync(join(context, 'certificates.crt'), '');
    await buildStandIn(podman, this, { context, file: nodeFile });
  },
};

/** The base images of the Dockerfile. */
export const baseStandIns = [debianStandIn, nodeStandIn];

/** Makes the images that are missing or outdated. */
export async function makeStandIns(podman: Podman, folder: string, standIns: readonly StandIn[]): Promise<void> {
  const context = join(folder, 'stand-in');
  for (const standIn of standIns) {
    if (await isCurrent(podman, standIn)) continue;
    const start = performance.now();
    rmSync(context, { recursive: true, force: true });
    mkdirSync(context, { recursive: true });
    await standIn.make(podman, context);
    rmSync(context, { recursive: true, force: true });
    console.log(`${standIn.image}: stand-in made in ${Math.round((performance.now() - start) / 1000)} s`);
  }
}

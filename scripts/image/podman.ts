import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, updatePackageLists } from '../stores/install.ts';
import { Problems, programsOnPath, type RunOptions, run, runOrThrow } from '../stores/process.ts';

/** Debian packages with the programs that build and run images. */
const packages = ['podman', 'buildah', 'runc', 'catatonit', 'netavark', 'aardvark-dns', 'iptables', 'mmdebstrap'];
const programs = ['podman', 'runc', 'iptables', 'mmdebstrap'];

/** runc, because crun needs cgroups of one version; few files and processes, because a container may not raise its limits. */
const containersConf = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[OpenSearch]
runtime = "runc"
[network]
network_backend = "netavark"
`;

export type Podman = Awaited<ReturnType<typeof openPodman>>;

/** Podman with settings of its own in this folder. */
export async function openPodman(folder: string, mayInstall: boolean) {
  const missing = programs.filter((name) => programsOnPath(name).length === 0);
  if (missing.length > 0 && !mayInstall) {
    throw new Problems([
      `${missing.join(', ')} missing. Let this command install it: npm run image -- --install\n` +
        `    or install it yourself, on Debian: apt-get install ${packages.join(' ')}`,
    ]);
  }
  if (missing.length > 0) {
    await updatePackageLists();
    await installPackages(packages);
  }
  const settings = join(folder, 'containers.conf');
  writeFileSync(settings, containersConf);
  const env = { ...process.env, CONTAINERS_CONF: settings };
  return {
    /** For other programs that start podman. */
    env,
    /** The output of a command that must succeed. */
    run: (args: readonly string[], options: RunOptions = {}) => runOrThrow('podman', args, { env, ...options }),
    /** The output and exit status of a command that may fail. */
    attempt: (...args: readonly string[]) => run('podman', args, { env }),
  };
}

export const image = 'localhost/orgdex';
const root = join(import.meta.dirname, '../..');
const maxMb = 300;

/** Builds the Dockerfile. The network of the host is used, because a package registry may be a proxy on this machine. */
export async function buildImage(podman: Podman, isPulled: boolean): Promise<void> {
  const start = performance.now();
  const pull = isPulled ? '--pull=always' : '--pull=never';
  // The other format has no health checks. Layers of the first stage, with 1 GB of packages, would take a minute to write.
  const options = ['--format=docker', '--layers=false', '--network=host', pull];
  await podman.run(['build', ...options, '--tag', image, root]);
  const bytes = Number(await podman.run(['image', 'inspect', '--format', '{{.Size}}', image]));
  const mb = Math.round(bytes / 1e6);
  console.log(`${image}: built in ${Math.round((performance.now() - start) / 1000)} s, ${mb} MB`);
  if (mb > maxMb) throw new Problems([`the image has ${mb} MB; at most ${maxMb} are allowed`]);
}

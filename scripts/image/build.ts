import { join } from 'node:path';
import { Problems } from '../stores/problems.ts';
import type { Podman } from './podman.ts';

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

// Checks the Helm chart in deploy/chart: npm run chart -- --help
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChart } from './chart/run.ts';
import { schemaLocation, writeSchemas } from './chart/schemas.ts';
import { openChartTools } from './chart/tools.ts';
import { Problems, run } from './stores/process.ts';

const usage = `usage: npm run chart -- [options]

Renders the chart with each file of values in deploy/chart/ci, and checks the result with helm lint, kubeconform and kube-score.

  --install   install helm, kubeconform and kube-score with Go if they are missing
  --run       also start the server of the chart with podman; build the image and start the stores first:
              npm run image -- --no-try, npm run stores:up`;

const options = { install: { type: 'boolean' }, run: { type: 'boolean' }, help: { type: 'boolean' } } as const;

const chart = join(import.meta.dirname, '../deploy/chart');
const valuesFolder = join(chart, 'ci');
const release = 'orgdex';
const operator = ['--api-versions=monitoring.coreos.com/v1'];

/** The schemas of these kinds are not part of Kubernetes. */
const otherKinds = 'ServiceMonitor,PrometheusRule';

/** What we decide otherwise, and why. */
const ignoredScores = [
  // The tag is a version, which does not change.
  'container-image-pull-policy',
  // The user of the image. The user of a container is not one of the host.
  'container-security-context-user-group-id',
];

async function check(what: string, [command = '', ...args]: string[], input?: string): Promise<string> {
  const { code, output } = await run(command, args, input === undefined ? {} : { input });
  if (code !== 0) throw new Problems([`${what} failed\n${output}`]);
  console.log(`✓ ${what}`);
  // Helm reports on its standard error that it follows a link.
  return output.replace(/^level=INFO .*\n/gm, '');
}

async function checkWith(file: string, schemas: string): Promise<void> {
  const values = ['--values', join(valuesFolder, file)];
  await check(`${file}: helm lint`, ['helm', 'lint', '--strict', chart, ...values]);
  const rendered = await check(`${file}: helm template`, ['helm', 'template', release, chart, ...values, ...operator]);
  const location = ['-schema-location', join(schemas, schemaLocation), '-skip', otherKinds];
  await check(`${file}: kubeconform`, ['kubeconform', '-strict', '-summary', ...location], rendered);
  const ignored = ignoredScores.flatMap((name) => ['--ignore-test', name]);
  // A limit of CPU time would slow down a server that has free cores.
  const score = ['kube-score', 'score', '--ignore-container-cpu-limit', ...ignored, '--output-format=ci', '-'];
  await check(`${file}: kube-score`, score, rendered);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  const tools = await openChartTools(values.install === true);
  await writeSchemas(tools.schemas, tools.swagger);
  for (const file of readdirSync(valuesFolder)) await checkWith(file, tools.schemas);
  if (values.run) await runChart(chart, join(valuesFolder, 'small-values.yaml'));
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Problems)) throw error;
  for (const problem of error.list) console.error(`chart: ${problem}`);
  process.exitCode = 1;
}

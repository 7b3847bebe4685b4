import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Problems, programsOnPath, runOrThrow } from '../stores/process.ts';

/** The programs and the API of Kubernetes that the chart is checked with. All come from the proxy for Go modules. */
const modules = {
  helm: 'helm.sh/helm/v4/cmd/helm@v4.3.1',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0',
} as const;
const kubernetes = 'k8s.io/kubernetes@v1.36.3';

/** Outside the clone: building the programs takes about ten minutes, once per machine. */
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'orgdex');
const bin = join(cache, 'bin');

export async function openChartTools(mayInstall: boolean) {
  process.env.PATH = `${bin}${delimiter}${process.env.PATH}`;
  const missing = Object.entries(modules).filter(([name]) => programsOnPath(name).length === 0);
  if (missing.length > 0 && !mayInstall) {
    throw new Problems([
      `${missing.map(([name]) => name).join(', ')} missing. Let this command install it (needs Go, about ten minutes): ` +
        `npm run chart -- --install\n${missing.map(([, module]) => `    or: go install ${module}`).join('\n')}`,
    ]);
  }
  mkdirSync(bin, { recursive: true });
  for (const [, module] of missing) {
    console.log(`go install ${module}`);
    await runOrThrow('go', ['install', module], { env: { ...process.env, GOBIN: bin }, cwd: cache });
  }
  return { schemas: join(cache, kubernetes.replaceAll('/', '+')), swagger: readSwaggerPath };
}

/** The path of the OpenAPI document of Kubernetes, which is downloaded if it is missing. */
async function readSwaggerPath(): Promise<string> {
  const output = await runOrThrow('go', ['mod', 'download', '-json', kubernetes], { cwd: cache });
  const { Dir } = JSON.parse(output.slice(output.indexOf('{'))) as { Dir: string };
  return join(Dir, 'api/openapi-spec/swagger.json');
}

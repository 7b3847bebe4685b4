import { type ChildProcess, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../../testing/src/processes/free-port.ts';
import { cpuUsOf, familyOf } from '../load/cpu.ts';
import type { ReceivedResponse } from '../report/send-request.ts';
import type { BenchInstallation } from '../speed/installation.ts';
import { companiesIn } from './documents.ts';
import { datasetName, toEntity } from './entity.ts';
import { openHttpClient } from './http-client.ts';
import type { StoreMeters } from './meters.ts';
import type { ToRequest } from './request-list.ts';
import type { NamedCompany, PeerOperation, PeerResponse, System, SystemGroup } from './system.ts';
import { runToEnd, serve, stop } from './yente-process.ts';

const toRequest: Partial<Record<PeerOperation, ToRequest>> = {
  // These companies have no adjacent entities, and yente is faster without looking for them.
  'lookup-id': ({ company }) => ({ method: 'GET', path: `/entities/${company}?nested=false` }),
  // The simple syntax accepts every name without escaping.
  'search-name': ({ name = '' }) => ({
    method: 'GET',
    path: `/search/${datasetName}?simple=true&q=${encodeURIComponent(name)}`,
  }),
  match: ({ batch = [] }) => ({
    method: 'POST',
    path: `/match/${datasetName}`,
    body: JSON.stringify({ queries: Object.fromEntries(batch.map((one, at) => [at, toQuery(one)])) }),
  }),
};

const toQuery = ({ name, country }: NamedCompany) => ({
  schema: 'Company',
  properties: { name: [name], ...(country === null ? {} : { jurisdiction: [country] }) },
});

interface Results {
  readonly results: readonly { readonly id: string }[];
}

function toResponse({ json, bytes }: ReceivedResponse): PeerResponse {
  const { id, results, responses } = json as Partial<Results> & { id?: string; responses?: Record<string, Results> };
  if (responses) return { items: Object.values(responses).map((one) => one.results[0]?.id), bytes };
  return { about: results ? results[0]?.id : id, bytes };
}

/** The installed version, from the Python environment of the program. */
export function readYenteVersion(program: string): string | undefined {
  const script = 'from importlib.metadata import version; print(version("yente"))';
  const { status, stdout } = spawnSync(join(dirname(program), 'python'), ['-c', script], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

async function writeData(installation: BenchInstallation, folder: string): Promise<void> {
  const path = join(folder, 'entities.json');
  for await (const companies of companiesIn(installation)) {
    appendFileSync(path, companies.map((one) => `${JSON.stringify(toEntity(one))}\n`).join(''));
  }
  const dataset = { name: datasetName, title: 'Synthetic companies', path, version: '1' };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ datasets: [dataset] }));
}

interface YenteOptions {
  readonly installation: BenchInstallation;
  readonly meters: StoreMeters;
  readonly program: string;
}

const settingsOf = ({ config, prefix }: BenchInstallation, folder: string, port: number) => ({
  YENTE_INDEX_TYPE: 'opensearch',
  YENTE_INDEX_URL: config.OPENSEARCH_URL[0],
  YENTE_INDEX_NAME: `${prefix}yente`,
  YENTE_MANIFEST: join(folder, 'manifest.json'),
  YENTE_DATA_PATH: folder,
  YENTE_AUTO_REINDEX: 'false',
  YENTE_LOG_JSON: 'true',
  YENTE_HOST: '127.0.0.1',
  YENTE_PORT: String(port),
  // Tracing would only add overhead.
  OTEL_SDK_DISABLED: 'true',
});

function toSystem(base: string, pid: number, { OpenSearch }: StoreMeters): System {
  return {
    name: 'yente',
    meters: { own: () => cpuUsOf(familyOf(pid)), OpenSearch },
    async prepare(peerCase) {
      const buildRequest = toRequest[peerCase.operation];
      return (
        buildRequest && openHttpClient(peerCase, { address: { base, keys: [] }, toRequest: buildRequest, toResponse })
      );
    },
  };
}

/** yente with the same companies, in separate indices on the same OpenSearch. */
export async function openYente({ installation, meters, program }: YenteOptions): Promise<SystemGroup> {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-yente-'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const settings = settingsOf(installation, folder, port);
  const installed = { program, env: { ...process.env, ...settings }, log: join(folder, 'log') };
  let child: ChildProcess | undefined;
  const close = async () => {
    if (child) await stop(child);
    await installation.opensearch.indices.delete({ index: `${settings.YENTE_INDEX_NAME}-*`, ignore_unavailable: true });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await writeData(installation, folder);
    await runToEnd(installed, 'reindex');
    child = await serve(installed, base);
    return { systems: [toSystem(base, child.pid as number, meters)], close };
  } catch (error) {
    await close();
    throw error;
  }
}

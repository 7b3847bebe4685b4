import { type ChildProcess, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../../server/test/support/processes/serving.ts';
import { cpuUsOf, familyOf } from '../load/cpu.ts';
import type { Received } from '../report/send-request.ts';
import type { Place } from '../speed/installation.ts';
import { companiesIn } from './documents.ts';
import { datasetName, toEntity } from './entity.ts';
import { openHttpAsker } from './http-asker.ts';
import type { ToAsk } from './list.ts';
import type { StoreMeters } from './meters.ts';
import type { Answer, Party, PeerQuestion, Side } from './side.ts';
import { runToEnd, serve, stop } from './yente-process.ts';

const toAsk: Partial<Record<PeerQuestion, ToAsk>> = {
  // Nothing is adjacent to these companies: without looking for it, it answers sooner.
  'lookup-id': ({ company }) => ({ method: 'GET', path: `/entities/${company}?nested=false` }),
  // The simple syntax takes every name as it is.
  'search-name': ({ name = '' }) => ({
    method: 'GET',
    path: `/search/${datasetName}?simple=true&q=${encodeURIComponent(name)}`,
  }),
};

function toAnswer({ json, bytes }: Received): Answer {
  const { id, results } = json as { id?: string; results?: { id: string }[] };
  return { about: id ?? results?.map((one) => one.id), bytes };
}

/** The installed version, as the Python beside the program has it. */
export function readYenteVersion(program: string): string | undefined {
  const script = 'from importlib.metadata import version; print(version("yente"))';
  const { status, stdout } = spawnSync(join(dirname(program), 'python'), ['-c', script], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

async function writeData(place: Place, folder: string): Promise<void> {
  const path = join(folder, 'entities.json');
  for await (const companies of companiesIn(place)) {
    appendFileSync(path, companies.map((one) => `${JSON.stringify(toEntity(one))}\n`).join(''));
  }
  const dataset = { name: datasetName, title: 'Invented companies', path, version: '1' };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ datasets: [dataset] }));
}

interface YenteTerms {
  readonly place: Place;
  readonly meters: StoreMeters;
  readonly program: string;
}

const settingsOf = ({ config, prefix }: Place, folder: string, port: number) => ({
  YENTE_INDEX_TYPE: 'opensearch',
  YENTE_INDEX_URL: config.OPENSEARCH_URL[0],
  YENTE_INDEX_NAME: `${prefix}yente`,
  YENTE_MANIFEST: join(folder, 'manifest.json'),
  YENTE_DATA_PATH: folder,
  YENTE_AUTO_REINDEX: 'false',
  YENTE_LOG_JSON: 'true',
  YENTE_HOST: '127.0.0.1',
  YENTE_PORT: String(port),
  // Nobody reads its traces here.
  OTEL_SDK_DISABLED: 'true',
});

function toSide(base: string, pid: number, { OpenSearch }: StoreMeters): Side {
  return {
    name: 'yente',
    meters: { own: () => cpuUsOf(familyOf(pid)), OpenSearch },
    async prepare(course) {
      const ask = toAsk[course.question];
      return ask && openHttpAsker(course, { address: { base, keys: [] }, toAsk: ask, toAnswer });
    },
  };
}

/** yente with the same companies, in indices of its own on the same OpenSearch. */
export async function openYente({ place, meters, program }: YenteTerms): Promise<Party> {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-yente-'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const settings = settingsOf(place, folder, port);
  const installed = { program, env: { ...process.env, ...settings }, log: join(folder, 'log') };
  let child: ChildProcess | undefined;
  const close = async () => {
    if (child) await stop(child);
    await place.engine.indices.delete({ index: `${settings.YENTE_INDEX_NAME}-*`, ignore_unavailable: true });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await writeData(place, folder);
    await runToEnd(installed, 'reindex');
    child = await serve(installed, base);
    return { sides: [toSide(base, child.pid as number, meters)], close };
  } catch (error) {
    await close();
    throw error;
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickUnique, pickZipf, seeded } from '../load/traffic.ts';
import type { BenchRequest } from '../speed/requests.ts';
import type { PeerCase, PeerCompany } from './system.ts';

export type ToRequest = (sample: PeerCompany, turn: number) => BenchRequest;

const most = 200_000;

/** The indexes of the companies, in the order of the requests. */
export function turnsOf({ traffic, samples: { length } }: Pick<PeerCase, 'traffic' | 'samples'>): number[] {
  const pick = traffic === 'zipf' ? pickZipf(length, seeded(7)) : pickUnique(length);
  return Array.from({ length: traffic === 'zipf' ? most : Math.min(length, most) }, (_, turn) => pick(turn));
}

const toLine = ({ method, path, body = '' }: BenchRequest) => `${method}\t${path}\t${body}\n`;

/** Writes the requests to one system to a file that wrk reads. */
export function writeList(peerCase: PeerCase, toRequest: ToRequest) {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-peers-'));
  const file = join(folder, 'list');
  const lines = turnsOf(peerCase).map((at) => toLine(toRequest(peerCase.samples[at] as PeerCompany, at)));
  writeFileSync(file, lines.join(''));
  return { file, close: () => rmSync(folder, { recursive: true, force: true }) };
}

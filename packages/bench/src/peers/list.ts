import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickDifferent, pickZipf, seeded } from '../load/traffic.ts';
import type { Ask } from '../speed/requests.ts';
import type { Course, PeerSubject } from './side.ts';

export type ToAsk = (subject: PeerSubject, turn: number) => Ask;

const most = 200_000;

/** The places of a course's companies in the order in which they are asked about. */
export function turnsOf({ traffic, subjects: { length } }: Pick<Course, 'traffic' | 'subjects'>): number[] {
  const pick = traffic === 'zipf' ? pickZipf(length, seeded(7)) : pickDifferent(length);
  return Array.from({ length: traffic === 'zipf' ? most : Math.min(length, most) }, (_, turn) => pick(turn));
}

const toLine = ({ method, path, body = '' }: Ask) => `${method}\t${path}\t${body}\n`;

/** What is asked of one side, as wrk reads it. */
export function writeList(course: Course, toAsk: ToAsk) {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-peers-'));
  const file = join(folder, 'list');
  const lines = turnsOf(course).map((at) => toLine(toAsk(course.subjects[at] as PeerSubject, at)));
  writeFileSync(file, lines.join(''));
  return { file, close: () => rmSync(folder, { recursive: true, force: true }) };
}

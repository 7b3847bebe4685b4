import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerationIndices } from '../../../server/src/engine/documents.ts';
import { pickDifferent, pickZipf, seeded } from '../load/traffic.ts';
import type { Ask, Asked } from './requests.ts';
import type { Question, Traffic } from './cases.ts';
import type { Subject } from './sample-companies.ts';

const toLine = ({ method, path, body = '' }: Ask) => `${method}\t${path}\t${body}\n`;

/** More than anybody answers in a second here. */
const perSecond = 30_000;

/** The requests of one round: files for those who ask, the same companies in the same order for each way. */
export interface RoundList {
  readonly asked: readonly Asked[];
  readonly files: Readonly<Record<'bare' | 'service', string>>;
}

interface Course {
  readonly question: Question;
  readonly traffic: Traffic;
  readonly indices: GenerationIndices;
  readonly subjects: readonly Subject[];
}

/** Deals out what is asked in each round: the same companies in the same order, whomever it is asked. */
export function openLists({ question, traffic, indices, subjects }: Course) {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-bench-'));
  const count = subjects.length;
  const pick = traffic === 'zipf' ? pickZipf(count, seeded(7)) : pickDifferent(count);
  let asked = 0;
  const ask = (turn: number) => question.toAsked(indices, subjects[pick(turn)] as Subject, turn);
  return {
    deal(seconds: number): RoundList {
      const dealt = Array.from({ length: seconds * perSecond }, (_, at) => ask(asked + at));
      const files = { bare: join(folder, 'bare'), service: join(folder, 'service') };
      writeFileSync(files.bare, dealt.flatMap(({ bare }) => bare.map(toLine)).join(''));
      writeFileSync(files.service, dealt.map(({ service }) => toLine(service)).join(''));
      return { asked: dealt, files };
    },
    /** The next round goes on after what was asked of whoever was asked most. */
    spend(questions: number): void {
      asked += Math.ceil(questions);
    },
    /** How often each company had its turn so far: below 1, no cache can have helped with different ones. */
    laps: () => asked / count,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type Lists = ReturnType<typeof openLists>;

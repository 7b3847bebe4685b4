import type { Change } from './broken-build.ts';
import type { Fleet } from './fleet.ts';

/** Where a promise is put to the test. */
export interface Stage {
  readonly fleet: Fleet;
  /** Another main.ts than ours. */
  readonly build: string | undefined;
}

/** A way to break the promise, to see that the test would notice. */
export interface Breakage {
  readonly what: string;
  readonly changes: readonly Change[];
  /** What the judge must say of it. */
  readonly seen: RegExp;
}

export type SizeName = 'full' | 'small' | 'tiny';

interface PromiseFacts<Size, Result> {
  readonly name: string;
  readonly says: string;
  /** Full: as it is promised. Small: in CI. Tiny: enough to see that a broken build breaks it. */
  readonly sizes: Readonly<Record<SizeName, Size>>;
  readonly breakages: readonly Breakage[];
  run(stage: Stage, size: Size): Promise<Result>;
  /** What is broken; nothing: the promise was kept. */
  judge(result: Result): string[];
  /** What was done and measured, in words. */
  tell(result: Result): string;
}

export interface Verdict {
  readonly broken: readonly string[];
  readonly measured: string;
}

/** A promise of the access layer, with the way to put it to the test and to judge what came out. */
export interface AccessPromise {
  readonly name: string;
  readonly says: string;
  readonly breakages: readonly Breakage[];
  try(stage: Stage, size: SizeName): Promise<Verdict>;
}

export function definePromise<Size, Result>(facts: PromiseFacts<Size, Result>): AccessPromise {
  const { name, says, sizes, breakages, run, judge, tell } = facts;
  return {
    name,
    says,
    breakages,
    async try(stage, size) {
      const result = await run(stage, sizes[size]);
      return { broken: judge(result), measured: tell(result) };
    },
  };
}

/** The sentence, where it is so. */
export const when = (isSo: boolean, sentence: string): string[] => (isSo ? [sentence] : []);

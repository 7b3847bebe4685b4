import type { Change } from './broken-build.ts';
import type { Fleet } from './fleet.ts';

/** The environment in which a guarantee is tested. */
export interface Stage {
  readonly fleet: Fleet;
  /** Another main.ts than the original. */
  readonly build: string | undefined;
}

/** A defect that breaks the guarantee, to verify that the test notices. */
export interface Breakage {
  readonly what: string;
  readonly changes: readonly Change[];
  /** What the verdict must contain. */
  readonly seen: RegExp;
}

export type SizeName = 'full' | 'small' | 'tiny';

export interface PromiseFacts<Size, Result, S extends Stage> {
  readonly name: string;
  readonly says: string;
  /** Full: as guaranteed. Small: in CI. Tiny: enough to show that a broken build breaks it. */
  readonly sizes: Readonly<Record<SizeName, Size>>;
  readonly breakages: readonly Breakage[];
  run(stage: S, size: Size): Promise<Result>;
  /** The violations; empty if the guarantee held. */
  judge(result: Result): string[];
  /** What was done and measured, as text. */
  tell(result: Result): string;
}

export interface Verdict {
  readonly broken: readonly string[];
  readonly measured: string;
}

/** A guarantee, with a way to test it and to judge the result. */
export interface TestedPromise<S extends Stage = Stage> {
  readonly name: string;
  readonly says: string;
  readonly breakages: readonly Breakage[];
  try(stage: S, size: SizeName): Promise<Verdict>;
}

export function definePromise<Size, Result, S extends Stage = Stage>(
  facts: PromiseFacts<Size, Result, S>,
): TestedPromise<S> {
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

/** The sentence if the condition is true. */
export const when = (isSo: boolean, sentence: string): string[] => (isSo ? [sentence] : []);

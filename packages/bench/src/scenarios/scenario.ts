import type { Fleet } from '../../../testing/src/processes/fleet.ts';
import type { OwnStores } from '../../../testing/src/stores/own-stores.ts';

/** Three API processes of one installation, and the stores if the scenario may kill them. */
export interface Stage {
  readonly fleet: Fleet;
  readonly stores?: OwnStores;
}

/** Full: a measurement. Small: a test on a machine that may be busy, which ignores limits of time. */
export type SizeName = 'full' | 'small';

/** A load, a fault, and the guarantee that must hold. */
export interface ScenarioFacts<Size, Seen> {
  readonly name: string;
  /** The guarantee, as a sentence. */
  readonly title: string;
  readonly sizes: Readonly<Record<SizeName, Size>>;
  run(stage: Stage, size: Size): Promise<Seen>;
  /** What violated the guarantee. */
  expect(seen: Seen): string[];
  /** What took too long. Checked at full size only. */
  expectTimes?(seen: Seen): string[];
  /** What was done and measured. */
  describe(seen: Seen): string;
}

export interface Outcome {
  readonly violations: readonly string[];
  readonly measured: string;
}

export interface Scenario {
  readonly name: string;
  readonly title: string;
  run(stage: Stage, size: SizeName): Promise<Outcome>;
}

export const defineScenario = <Size, Seen>(facts: ScenarioFacts<Size, Seen>): Scenario => ({
  name: facts.name,
  title: facts.title,
  async run(stage, size) {
    const seen = await facts.run(stage, facts.sizes[size]);
    const late = size === 'full' ? (facts.expectTimes?.(seen) ?? []) : [];
    return { violations: [...facts.expect(seen), ...late], measured: facts.describe(seen) };
  },
});

/** The stores of a scenario that kills them. */
export function storesOf({ stores }: Stage): OwnStores {
  if (!stores) throw new Error('This scenario needs its own stores.');
  return stores;
}

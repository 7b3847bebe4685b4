import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet, Member } from '../../../testing/src/processes/fleet.ts';

const restMs = () => 500 + Math.random() * 800;

export const anyOf = (members: readonly Member[]) => members[Math.floor(Math.random() * members.length)] as Member;

/** Kills random processes, one at a time, and restarts them. */
export async function killOften({ target }: Fleet, kills: number): Promise<void> {
  for (let count = 0; count < kills; count += 1) {
    await sleep(restMs());
    const member = anyOf(target().members);
    await member.kill();
    await member.start();
  }
}

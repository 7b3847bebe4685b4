/** What is wrong with the ways from the ledger to the processes while something changes; 0 and 1 remember, 2 does not. */
export interface Way {
  readonly name: string;
  /** Processes that hear no notification: their connection swallows everything. */
  readonly deaf: readonly number[];
  /** Processes that cannot reach the ledger at all. */
  readonly cutOff: readonly number[];
}

export const ways = {
  told: { name: 'all are told', deaf: [], cutOff: [] },
  oneDeaf: { name: 'one hears nothing', deaf: [1], cutOff: [] },
  allDeaf: { name: 'nobody hears anything, whoever publishes neither', deaf: [0, 1, 2], cutOff: [] },
  oneCutOff: { name: 'one cannot ask the ledger', deaf: [], cutOff: [1] },
} as const satisfies Record<string, Way>;

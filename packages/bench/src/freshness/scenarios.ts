/** A fault between the database and the processes during a change. Processes 0 and 1 have a cache, process 2 has none. */
export interface Scenario {
  readonly name: string;
  /** Processes that get no notifications: their listener connection drops everything. */
  readonly unnotified: readonly number[];
  /** Processes that cannot reach the database. */
  readonly disconnected: readonly number[];
}

export const scenarios = {
  allNotified: { name: 'all processes are notified', unnotified: [], disconnected: [] },
  oneUnnotified: { name: 'one process is not notified', unnotified: [1], disconnected: [] },
  noneNotified: { name: 'no process is notified', unnotified: [0, 1, 2], disconnected: [] },
  oneDisconnected: { name: 'one process cannot reach the database', unnotified: [], disconnected: [1] },
} as const satisfies Record<string, Scenario>;

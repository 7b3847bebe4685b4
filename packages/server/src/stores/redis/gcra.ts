/** A rate limit: a quota per period, spread evenly, and a burst. */
export interface Window {
  readonly name: 'second' | 'day';
  /** Requests in `windowMs`. */
  readonly quota: number;
  readonly windowMs: number;
  readonly burst: number;
  /** How many requests to charge; 1 unless stated. A batch counts as several. */
  readonly cost?: number;
}

export interface WindowState {
  readonly name: Window['name'];
  readonly remaining: number;
  /** Time until the full quota is available again. */
  readonly resetMs: number;
}

export interface Decision {
  readonly allowed: boolean;
  /** 0 when allowed. */
  readonly retryAfterMs: number;
  readonly windows: readonly WindowState[];
}

/** The state after a request: for each window, when its full quota is available again, in whole microseconds. */
export interface Charged {
  readonly allowed: boolean;
  readonly nowUs: number;
  readonly wholeAtUs: readonly number[];
}

/**
 * Microseconds between two requests, how many of them this one is charged, and how far ahead of now a window may be
 * charged. A cost above the burst is charged as the burst: otherwise it would never be allowed.
 */
export function paceOf({ quota, windowMs, burst, cost = 1 }: Window) {
  // Rounded up: whole microseconds add up exactly, and never to more than the quota.
  const intervalUs = Math.ceil((windowMs * 1000) / quota);
  return { intervalUs, chargeUs: Math.min(cost, burst) * intervalUs, toleranceUs: burst * intervalUs };
}

/** The share of a limit that one of several processes may grant alone. */
export function shareOf(window: Window, processes: number): Window {
  return {
    ...window,
    quota: window.quota / processes,
    burst: Math.max(1, Math.floor(window.burst / processes)),
  };
}

/** Charges every window, or none if one of them is full. `gcra-script.ts` does the same in Lua. */
export function charge(windows: readonly Window[], wholeAtUs: readonly number[], nowUs: number): Charged {
  const tries = windows.map((window, i) => {
    const { chargeUs, toleranceUs } = paceOf(window);
    const latestUs = nowUs + toleranceUs;
    // At most a full burst, so that neither a clock adjustment nor a new plan locks a key out.
    const before = Math.min(Math.max(wholeAtUs[i] ?? 0, nowUs), latestUs);
    const after = before + chargeUs;
    return { before, after, fits: after <= latestUs };
  });
  const allowed = tries.every(({ fits }) => fits);
  return { allowed, nowUs, wholeAtUs: tries.map(({ before, after }) => (allowed ? after : before)) };
}

/** The decision for the caller. */
export function toDecision(windows: readonly Window[], { allowed, nowUs, wholeAtUs }: Charged): Decision {
  let retryAfterUs = 0;
  const states = windows.map((window, i) => {
    const { intervalUs, chargeUs, toleranceUs } = paceOf(window);
    const debtUs = (wholeAtUs[i] ?? nowUs) - nowUs;
    if (!allowed) retryAfterUs = Math.max(retryAfterUs, debtUs + chargeUs - toleranceUs);
    const remaining = Math.floor((toleranceUs - debtUs) / intervalUs);
    return { name: window.name, remaining, resetMs: debtUs / 1000 };
  });
  return { allowed, retryAfterMs: retryAfterUs / 1000, windows: states };
}

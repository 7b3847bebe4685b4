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

/** Charges every window, or none if one of them is full. `gcraScript` does the same in Lua. */
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

/** Longer than any clock adjustment, so that used quota survives it. */
const spareMs = 60_000;

/**
 * `charge` of gcra.ts in Lua, for several requests in turn: each has a number of keys, and two numbers for each key.
 * `clock` gives seconds and microseconds; tests pass their own.
 */
export const gcraScript = (clock = "redis.call('TIME')") => `
local clock = ${clock}
local now = clock[1] * 1000000 + clock[2]
local answers = {}
local key, arg = 1, 1
while key <= #KEYS do
  local count = tonumber(ARGV[arg])
  local allowed = 1
  local tats = {}
  for i = 1, count do
    local charge = tonumber(ARGV[arg + 2 * i - 1])
    local limit = now + tonumber(ARGV[arg + 2 * i])
    tats[i] = math.min(math.max(tonumber(redis.call('GET', KEYS[key + i - 1]) or 0), now), limit)
    if tats[i] + charge > limit then allowed = 0 end
  end
  if allowed == 1 then
    for i = 1, count do
      tats[i] = tats[i] + ARGV[arg + 2 * i - 1]
      local keepMs = math.ceil((tats[i] - now) / 1000) + ${spareMs}
      redis.call('SET', KEYS[key + i - 1], string.format('%.0f', tats[i]), 'PX', string.format('%.0f', keepMs))
    end
  end
  answers[#answers + 1] = { allowed, now, unpack(tats) }
  key = key + count
  arg = arg + 1 + 2 * count
end
return answers
`;

/** The arguments of the script: for each request the number of its windows, and two numbers for each window. */
export function gcraArguments(requests: readonly (readonly Window[])[]): number[] {
  const paces = (windows: readonly Window[]) =>
    windows.flatMap((window) => {
      const { chargeUs, toleranceUs } = paceOf(window);
      return [chargeUs, toleranceUs];
    });
  return requests.flatMap((windows) => [windows.length, ...paces(windows)]);
}

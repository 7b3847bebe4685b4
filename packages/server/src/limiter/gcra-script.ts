import { paceOf, type Window } from './gcra.ts';

/** Longer than a clock is ever set back, so that a debt outlives it. */
const spareMs = 60_000;

/** `charge` of gcra.ts in Lua. `clock` gives seconds and microseconds; tests pass their own. */
export const gcraScript = (clock = "redis.call('TIME')") => `
local clock = ${clock}
local now = clock[1] * 1000000 + clock[2]
local stored = redis.call('MGET', unpack(KEYS))
local allowed = 1
local tats = {}
for i = 1, #KEYS do
  local interval = tonumber(ARGV[2 * i - 1])
  local limit = now + tonumber(ARGV[2 * i])
  tats[i] = math.min(math.max(tonumber(stored[i] or 0), now), limit)
  if tats[i] + interval > limit then allowed = 0 end
end
if allowed == 1 then
  for i = 1, #KEYS do
    tats[i] = tats[i] + ARGV[2 * i - 1]
    local keepMs = math.ceil((tats[i] - now) / 1000) + ${spareMs}
    redis.call('SET', KEYS[i], string.format('%.0f', tats[i]), 'PX', string.format('%.0f', keepMs))
  end
end
return { allowed, now, unpack(tats) }
`;

/** What the script wants after its keys: two numbers for each window. */
export function gcraArguments(windows: readonly Window[]): number[] {
  return windows.flatMap((window) => {
    const { intervalUs, toleranceUs } = paceOf(window);
    return [intervalUs, toleranceUs];
  });
}

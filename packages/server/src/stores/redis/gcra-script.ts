import { paceOf, type Window } from './gcra.ts';

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

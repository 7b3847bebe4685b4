-- Sends the requests of a file in their order. Each line has method, path and body, separated by tabs.
-- ORGDEX_KEYS: API keys, separated by commas, that are used in turn.
local lines, keys = {}, {}
local at, turn = 0, 0
local host

function init(args)
  host = wrk.headers["Host"]
  for line in io.lines(args[1]) do lines[#lines + 1] = line end
  for key in string.gmatch(os.getenv("ORGDEX_KEYS") or "", "[^,]+") do
    keys[#keys + 1] = "Authorization: Bearer " .. key .. "\r\n"
  end
  if #keys == 0 then keys[1] = "" end
end

function request()
  at = at % #lines + 1
  turn = turn % #keys + 1
  local method, path, body = string.match(lines[at], "^(%u+)\t([^\t]*)\t(.*)$")
  local head = method .. " " .. path .. " HTTP/1.1\r\nHost: " .. host .. "\r\n" .. keys[turn]
  if body == "" then return head .. "\r\n" end
  return head .. "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.stderr:write(string.format(
    '{"requests":%d,"seconds":%.6f,"failed":%d,"p50Ms":%.3f,"p90Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests, summary.duration / 1e6, failed,
    latency:percentile(50) / 1e3, latency:percentile(90) / 1e3, latency:percentile(99) / 1e3))
end

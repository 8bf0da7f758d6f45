-- Adds an entry, unless a drop since `mark` matches it, because it may then be outdated.
-- ARGV: clock, mark, server, tool, subject, id, caller, held, bytes, age, life, entries, bytes, entries and bytes of a caller
remove_expired(true)
if stale(tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]) then return {'STALE', removed} end
local e = {server = ARGV[3], name = ARGV[4], subject = ARGV[5], id = ARGV[6], caller = ARGV[7], held = ARGV[8],
  bytes = tonumber(ARGV[9]), born = now - tonumber(ARGV[10]), ends = now + tonumber(ARGV[11]),
  order = number('dropped')}
local max_entries, max_bytes, max_entries_of_caller, max_bytes_of_caller =
  tonumber(ARGV[12]), tonumber(ARGV[13]), tonumber(ARGV[14]), tonumber(ARGV[15])
local before = load(e.id)
if before and before.held == e.held then return {'OK', removed} end
if before then remove(before) end
local function evict(id)
  remove(load(id))
  redis.call('HINCRBY', meta, 'evicted', 1)
end
while number('n:' .. e.caller) > 0
    and (number('n:' .. e.caller) >= max_entries_of_caller or number('b:' .. e.caller) + e.bytes > max_bytes_of_caller) do
  local oldest = redis.call('ZRANGEBYLEX', own, '[' .. e.caller, '(' .. e.caller .. '~', 'LIMIT', 0, 1)[1]
  evict(string.sub(oldest, #e.caller + 17))
end
while number('count') > 0 and (number('count') >= max_entries or number('bytes') + e.bytes > max_bytes) do
  evict(redis.call('ZRANGE', use, 0, 0)[1])
end
e.tool = tool_digest(e.server, e.name)
charge(e.caller, 1, e.bytes)
redis.call('ZADD', expiry, int(e.ends), e.id)
redis.call('ZADD', bytool, 0, e.tool .. e.id)
redis.call('ZADD', tools, 0, cmsgpack.pack({e.server, e.name}))
save(e)
extend_expiry(tonumber(ARGV[11]))
return {'OK', removed}

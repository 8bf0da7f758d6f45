-- Reserves space for a snapshot, which cannot be read until the script `commit` runs.
-- ARGV: clock, id, metadata, caller, bytes, chunks, ttl, maxTtl, time for writing, lifetime of chunks,
-- weight of the caller or 0, limits
remove_expired(true)
local known = load(ARGV[2])
if known then
  return {known.kept == 1 and 'REPEATS' or 'OK', removed}
end
local e = {id = ARGV[2], kept = 0, caller = ARGV[4], bytes = tonumber(ARGV[5]), chunks = tonumber(ARGV[6]),
  ttl = tonumber(ARGV[7]), last = tonumber(ARGV[8]), views = 0, taken = 0, weight = tonumber(ARGV[11])}
local refused = free_space(e.caller, e.weight, e.bytes, 1, e.id, limits(12))
if refused then return refused end
if not seen then
  redis.call('HSET', meta, 'seen', int(wall), 'now', int(now))
end
e.ends = now + tonumber(ARGV[9])
e.till = now + tonumber(ARGV[10])
redis.call('HINCRBY', meta, 'count', 1)
charge(e.caller, e.bytes)
if e.weight > 0 then count_entry(e.caller, e.weight) end
redis.call('HSET', heads, e.id, ARGV[3])
save(e, true)
redis.call('SET', format, '1')
-- the index keys expire an hour after the last snapshot
local life = math.max(redis.call('PTTL', meta), e.last + 3600000)
for i = 1, 7 do redis.call('PEXPIRE', KEYS[i], int(life)) end
return {'OK', removed}

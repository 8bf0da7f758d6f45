-- Common part of all scripts on the index of snapshots, which is in one hash slot.
-- Times are elapsed milliseconds that never decrease, even if the clock is set back.
local format, meta, entries, heads, use, expiry, own, views = unpack(KEYS)
local version = redis.call('GET', format)
if version and version ~= '1' then
  return {'NEWER', {}, version}
end

local function int(n) return string.format('%.0f', n) end

local function number(field) return tonumber(redis.call('HGET', meta, field) or 0) end

-- If Redis has evicted a part of the index (maxmemory-policy), the rest is deleted: an empty index is better than a wrong one.
local count = number('count')
if redis.call('HLEN', entries) ~= count or redis.call('HLEN', heads) ~= count or redis.call('ZCARD', use) ~= count
    or redis.call('ZCARD', expiry) ~= count or redis.call('ZCARD', own) ~= count then
  redis.call('DEL', meta, entries, heads, use, expiry, own)
end

-- The time is that of this Redis. Times that callers pass in may arrive in another order than they were read.
local wall, disorder = tonumber(ARGV[1]), 3600000
if wall < 0 then
  local time = redis.call('TIME')
  wall, disorder = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000), 0
end
local now = number('now')
local seen = redis.call('HGET', meta, 'seen')
if seen then
  local passed = wall - tonumber(seen)
  if passed > 0 or passed < -disorder then
    now = now + math.max(0, passed)
    redis.call('HSET', meta, 'seen', int(wall), 'now', int(now))
  end
end

-- Fields of an entry: kept is 1 if it can be read, caller is a digest, last is the latest time of its expiry
-- (before the script commit: the longest lifetime), used is the time of the last use, ends is its expiry, till is
-- the expiry of its chunks, turn is its position in the order of use, taken is the clock time of the snapshot, and
-- views is their number.
local function load(id)
  local raw = redis.call('HGET', entries, id)
  if not raw then return nil end
  local e = cmsgpack.unpack(raw)
  e.id = id
  return e
end

-- Returns the member of an entry in the set own, whose order is by caller and then by use.
local function own_member(e) return e.caller .. string.format('%016.0f', e.turn) .. e.id end

-- Saves an entry, as the most recently used one if `used`. Otherwise its position in the order of use stays.
local function save(e, used)
  if used then
    local before = e.turn and own_member(e)
    e.turn = redis.call('HINCRBY', meta, 'turn', 1)
    e.used = now
    redis.call('ZADD', use, int(e.turn), e.id)
    redis.call('ZADD', own, 0, own_member(e)) -- before the other member is removed: an empty key loses its time to live
    if before then redis.call('ZREM', own, before) end
    redis.call('ZADD', expiry, int(e.ends), e.id)
  end
  redis.call('HSET', entries, e.id, cmsgpack.pack({
    kept = e.kept, caller = e.caller, ttl = e.ttl, last = e.last, used = e.used, ends = e.ends, bytes = e.bytes,
    chunks = e.chunks, till = e.till, turn = e.turn, taken = e.taken, views = e.views, weight = e.weight}))
end

local function charge(caller, bytes)
  redis.call('HINCRBY', meta, 'bytes', int(bytes))
  if redis.call('HINCRBY', meta, 'c:' .. caller, int(bytes)) == 0 then
    redis.call('HDEL', meta, 'c:' .. caller)
  end
end

-- Counts an entry of a caller. The index knows the weight of each caller with entries, and the sum of these weights.
local function count_entry(caller, weight)
  local known = number('w:' .. caller)
  if redis.call('HINCRBY', meta, 'n:' .. caller, 1) == 1 then known = 0 end
  redis.call('HINCRBY', meta, 'weights', int(weight - known))
  redis.call('HSET', meta, 'w:' .. caller, int(weight))
end

local function uncount_entry(caller)
  if redis.call('HINCRBY', meta, 'n:' .. caller, -1) <= 0 then
    redis.call('HINCRBY', meta, 'weights', int(-number('w:' .. caller)))
    redis.call('HDEL', meta, 'n:' .. caller, 'w:' .. caller)
  end
end

-- IDs and chunk counts of removed snapshots: the caller of the script deletes their contents.
local removed = {}

local function remove(e)
  redis.call('HDEL', entries, e.id)
  redis.call('HDEL', heads, e.id)
  redis.call('ZREM', use, e.id)
  redis.call('ZREM', expiry, e.id)
  redis.call('ZREM', own, own_member(e))
  redis.call('HINCRBY', meta, 'count', -1)
  charge(e.caller, -e.bytes)
  if (e.weight or 0) > 0 then uncount_entry(e.caller) end
  removed[#removed + 1] = e.id
  removed[#removed + 1] = int(e.chunks)
end

-- Older scripts do not uncount entries. When there are none, the counts start again.
local function reset_counts()
  if number('count') ~= 0 or number('weights') == 0 then return end
  for _, field in ipairs(redis.call('HKEYS', meta)) do
    local kind = string.sub(field, 1, 2)
    if kind == 'n:' or kind == 'w:' then redis.call('HDEL', meta, field) end
  end
  redis.call('HDEL', meta, 'weights')
end

-- Removes expired entries: all, or only some so that other commands do not wait long.
local function remove_expired(all)
  repeat
    local expired = redis.call('ZRANGEBYSCORE', expiry, '-inf', int(now), 'LIMIT', 0, 100)
    for _, id in ipairs(expired) do
      local e = load(id)
      if e then remove(e) else redis.call('ZREM', expiry, id) end
    end
  until not all or #expired == 0
  reset_counts()
end

-- Returns an entry that can be read now, or nil.
local function find_readable(id)
  local e = load(id)
  if e and e.kept == 1 and e.ends > now then return e end
  return nil
end

-- Returns whether a caller stays within its share, which is at most that beside one other caller of weight 1.
local function within_share(caller, weight, bytes, snapshots, limits)
  if weight == 0 then return true end
  local with = number('weights') - number('w:' .. caller) + weight
  local share = weight / math.max(weight + 1, with)
  return number('c:' .. caller) + bytes <= math.floor(limits.bytes * share)
    and number('n:' .. caller) + snapshots <= math.floor(limits.snapshots * share)
end

-- Returns a function that returns a caller's entries one after another, least recently used first, and then nil.
local function entries_of(caller)
  local from, page, at = '[' .. caller, {}, 1
  return function()
    if at > #page then
      page, at = redis.call('ZRANGEBYLEX', own, from, '(' .. caller .. '~', 'LIMIT', 0, 100), 1
    end
    local member = page[at]
    if not member then return nil end
    from, at = '(' .. member, at + 1
    return load(string.sub(member, #caller + 17))
  end
end

-- Returns a function that returns all entries one after another, least recently used first, and then nil.
local function all_entries()
  local at = -1
  return function()
    at = at + 1
    local id = redis.call('ZRANGE', use, at, at)[1]
    return id and load(id)
  end
end

-- Evicts idle entries until a new one fits. If that is impossible, evicts nothing and returns the limit that is exceeded.
-- A tenth of the store is reserved for callers within their share: others cannot use it, and evict only their own entries.
local function free_space(caller, weight, bytes, snapshots, kept_id, limits)
  local victims, chosen, freed = {}, {}, 0
  local idle = now - limits.protected
  -- Chooses entries until a condition is met; returns whether they suffice.
  local function choose(next_entry, suffices)
    while not suffices() do
      local e = next_entry()
      if not e or e.used > idle then return false end
      if e.id ~= kept_id and not chosen[e.id] then
        chosen[e.id] = true
        victims[#victims + 1] = e
        freed = freed + e.bytes
      end
    end
    return true
  end
  local free_for_caller = limits.caller - number('c:' .. caller)
  if not choose(entries_of(caller), function() return bytes - freed <= free_for_caller end) then
    return {'CALLER_FULL', removed}
  end
  local max_bytes, max_snapshots, next_entry, prefix = limits.bytes, limits.snapshots, all_entries, ''
  if not within_share(caller, weight, bytes, snapshots, limits) then
    max_bytes = max_bytes - math.floor(max_bytes / limits.reserve)
    max_snapshots = max_snapshots - math.floor(max_snapshots / limits.reserve)
    next_entry, prefix = entries_of, 'SHARE_'
  end
  local free_bytes, free_snapshots = max_bytes - number('bytes'), max_snapshots - number('count')
  local function fits() return bytes - freed <= free_bytes and snapshots - #victims <= free_snapshots end
  if not choose(next_entry(caller), fits) then
    return {prefix .. (bytes - freed > free_bytes and 'FULL' or 'FULL_SNAPSHOTS'), removed}
  end
  for _, e in ipairs(victims) do remove(e) end
  return nil
end

local function limits(from)
  return {bytes = tonumber(ARGV[from]), caller = tonumber(ARGV[from + 1]), snapshots = tonumber(ARGV[from + 2]),
    protected = tonumber(ARGV[from + 3]), reserve = tonumber(ARGV[from + 4])}
end

-- Common part of all scripts on the index of responses, which is in one hash slot. Names have two bytes per character, so that
-- globs match like those of policy rules.
local meta, entries, use, expiry, own, tools, bytool, drops = unpack(KEYS)

local function int(n) return string.format('%.0f', n) end

local function number(field) return tonumber(redis.call('HGET', meta, field) or 0) end

local function clock()
  local wall = tonumber(ARGV[1])
  if wall >= 0 then return wall * 1000 end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end

local micros = clock()

-- If Redis has evicted a part of the index, the rest is deleted. Drops are then numbered from the current time, which is
-- above all earlier numbers.
local count = number('count')
if redis.call('HLEN', entries) ~= count or redis.call('ZCARD', use) ~= count or redis.call('ZCARD', expiry) ~= count
    or redis.call('ZCARD', own) ~= count or redis.call('ZCARD', bytool) ~= count
    or redis.call('ZCARD', drops) ~= number('drops') or number('dropped') == 0 then
  redis.call('DEL', meta, entries, use, expiry, own, tools, bytool, drops)
  redis.call('HSET', meta, 'dropped', int(micros), 'floor', int(micros))
  redis.call('PEXPIRE', meta, 3600000)
end

-- Elapsed milliseconds, which never decrease, even if the clock is set back.
local wall, now = math.floor(micros / 1000), number('now')
local seen = number('seen')
if seen == 0 or wall ~= seen then
  if seen > 0 then now = now + math.max(0, wall - seen) end
  redis.call('HSET', meta, 'seen', int(wall), 'now', int(now))
end

local function extend_expiry(millis)
  local life = int(math.max(redis.call('PTTL', meta), millis + 3600000))
  for i = 1, 8 do redis.call('PEXPIRE', KEYS[i], life) end
end

-- Fields of an entry: held is its text, caller is a digest, tool is a digest of server and name, born is the time
-- when it was stored, ends is its expiry, order is the number of the latest drop when it was added, and turn is
-- its position in the order of use.
local function load(id)
  local raw = redis.call('HGET', entries, id)
  if not raw then return nil end
  local e = cmsgpack.unpack(raw)
  e.id = id
  return e
end

-- Returns the member of an entry in the set own, whose order is by caller and then by use.
local function own_member(e) return e.caller .. string.format('%016.0f', e.turn) .. e.id end

local function tool_digest(server, tool) return redis.sha1hex(cmsgpack.pack({server, tool})) end

local function has_member(key, from)
  return #redis.call('ZRANGEBYLEX', key, '[' .. from, '(' .. from .. '~', 'LIMIT', 0, 1) > 0
end

-- Saves an entry as the most recently used one.
local function save(e)
  local before = e.turn and own_member(e)
  e.turn = redis.call('HINCRBY', meta, 'turn', 1)
  redis.call('ZADD', use, int(e.turn), e.id)
  redis.call('ZADD', own, 0, own_member(e)) -- before the other member is removed: an empty key loses its time to live
  if before then redis.call('ZREM', own, before) end
  redis.call('HSET', entries, e.id, cmsgpack.pack({held = e.held, caller = e.caller, subject = e.subject, tool = e.tool,
    server = e.server, name = e.name, bytes = e.bytes, born = e.born, ends = e.ends, order = e.order, turn = e.turn}))
end

local function charge(caller, more_entries, more_bytes)
  redis.call('HINCRBY', meta, 'count', more_entries)
  redis.call('HINCRBY', meta, 'bytes', int(more_bytes))
  redis.call('HINCRBY', meta, 'b:' .. caller, int(more_bytes))
  if redis.call('HINCRBY', meta, 'n:' .. caller, more_entries) == 0 then
    redis.call('HDEL', meta, 'n:' .. caller, 'b:' .. caller)
  end
end

-- Removed entries, in the form in which they were added.
local removed = {}

local function remove(e)
  redis.call('HDEL', entries, e.id)
  redis.call('ZREM', use, e.id)
  redis.call('ZREM', expiry, e.id)
  redis.call('ZREM', own, own_member(e))
  redis.call('ZREM', bytool, e.tool .. e.id)
  if not has_member(bytool, e.tool) then redis.call('ZREM', tools, cmsgpack.pack({e.server, e.name})) end
  charge(e.caller, -1, -e.bytes)
  removed[#removed + 1] = e.held
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
end

-- Matches a glob, like policy rules do: greedy, and backtracks only to the last star.
local function matches_glob(pattern, text)
  local p, t, star, mark = 1, 1, nil, nil
  while t <= #text do
    local wanted = string.sub(pattern, p, p + 1)
    if wanted == '\0*' then
      star, mark, p = p, t, p + 2
    elseif wanted == '\0?' or wanted == string.sub(text, t, t + 1) then
      p, t = p + 2, t + 2
    elseif star then
      mark = mark + 2
      p, t = star + 2, mark
    else
      return false
    end
  end
  while string.sub(pattern, p, p + 1) == '\0*' do p = p + 2 end
  return p > #pattern
end

-- Returns whether a drop matches. Its globs and its caller may be empty, which matches any.
local function matches(drop, server, name, subject)
  return (drop[1] == '' or matches_glob(string.sub(drop[1], 2), server))
    and (drop[2] == '' or matches_glob(string.sub(drop[2], 2), name))
    and (drop[3] == '' or not subject or drop[3] == subject)
end

-- Returns whether a drop since `mark` matches an entry, or may have. A mark above all drops is from before a crash in which
-- Redis lost drops.
local function stale(mark, server, name, subject)
  if mark < number('floor') or mark > number('dropped') then return true end
  for _, raw in ipairs(redis.call('ZRANGEBYSCORE', drops, '(' .. int(mark), '+inf')) do
    if matches(cmsgpack.unpack(raw), server, name, subject) then return true end
  end
  return false
end

-- Removes matching entries, and blocks entries of calls that are running. One run removes a limited number, so that other
-- commands do not wait long; the caller repeats it while it returns MORE. Remaining entries are not found meanwhile.
-- Returns the number of the drop, and how many entries it removed.
-- ARGV: clock, server, tool, subject, maximum number of drops, maximum number of entries to remove
local drop = {ARGV[2], ARGV[3], ARGV[4]}
local dropped = number('dropped') + 1
redis.call('ZADD', drops, int(dropped), cmsgpack.pack(drop)) -- a later drop replaces an earlier equal one
while redis.call('ZCARD', drops) > tonumber(ARGV[5]) do
  local oldest = redis.call('ZRANGE', drops, 0, 0, 'WITHSCORES')
  redis.call('ZREM', drops, oldest[1])
  redis.call('HSET', meta, 'floor', int(tonumber(oldest[2])))
end
redis.call('HSET', meta, 'dropped', int(dropped), 'drops', redis.call('ZCARD', drops))
local dropped_entries, left = 0, tonumber(ARGV[6])
for _, raw in ipairs(redis.call('ZRANGE', tools, 0, -1)) do
  local server, name = unpack(cmsgpack.unpack(raw))
  if matches(drop, server, name, nil) then
    local tool = tool_digest(server, name)
    for _, member in ipairs(redis.call('ZRANGEBYLEX', bytool, '[' .. tool, '(' .. tool .. '~')) do
      local e = load(string.sub(member, #tool + 1))
      if e and (drop[3] == '' or drop[3] == e.subject) then
        if left == 0 then
          redis.call('HSET', meta, 'partial', int(dropped))
          extend_expiry(0)
          return {'MORE', removed, int(dropped), int(dropped_entries)}
        end
        left = left - 1
        -- expired entries are not counted
        if e.ends > now then dropped_entries = dropped_entries + 1 end
        remove(e)
      end
    end
  end
end
extend_expiry(0)
return {'OK', removed, int(dropped), int(dropped_entries)}

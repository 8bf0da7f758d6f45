-- Takes away what matches, and keeps out what is on its way. So much at a time, so that nobody else waits long: who asks goes
-- on while there is more, and what is left is not found. ARGV: clock, server, tool, subject, most drops, most at a time
local drop = {ARGV[2], ARGV[3], ARGV[4]}
local dropped = number('dropped') + 1
redis.call('ZADD', drops, int(dropped), cmsgpack.pack(drop)) -- a later one stands for an earlier of the same
while redis.call('ZCARD', drops) > tonumber(ARGV[5]) do
  local oldest = redis.call('ZRANGE', drops, 0, 0, 'WITHSCORES')
  redis.call('ZREM', drops, oldest[1])
  redis.call('HSET', meta, 'floor', int(tonumber(oldest[2])))
end
redis.call('HSET', meta, 'dropped', int(dropped), 'drops', redis.call('ZCARD', drops))
local taken, left = 0, tonumber(ARGV[6])
for _, raw in ipairs(redis.call('ZRANGE', tools, 0, -1)) do
  local server, name = unpack(cmsgpack.unpack(raw))
  if matches(drop, server, name, nil) then
    local tool = ofTool(server, name)
    for _, member in ipairs(redis.call('ZRANGEBYLEX', bytool, '[' .. tool, '(' .. tool .. '~')) do
      local e = load(string.sub(member, #tool + 1))
      if e and (drop[3] == '' or drop[3] == e.subject) then
        if left == 0 then
          redis.call('HSET', meta, 'partial', int(dropped))
          lasting(0)
          return {'MORE', gone, int(taken)}
        end
        left = left - 1
        -- what is over does not count
        if e.ends > now then taken = taken + 1 end
        remove(e)
      end
    end
  end
end
lasting(0)
return {'OK', gone, int(taken)}

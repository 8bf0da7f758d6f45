-- Returns the tokens spent in a session, after adding to them.
-- KEYS: sum; ARGV: clock, idle, tokens to add
local idle, more = tonumber(ARGV[2]), tonumber(ARGV[3])
local sum, last = 0, now
local raw = redis.call('GET', KEYS[1])
if raw then
  sum, last = unpack(cmsgpack.unpack(raw))
  if now - last >= idle then sum = 0 end
end
if more > 0 then
  sum = sum + more
  redis.call('SET', KEYS[1], cmsgpack.pack({sum, now}), 'PX', string.format('%.0f', idle))
end
return string.format('%.0f', sum)

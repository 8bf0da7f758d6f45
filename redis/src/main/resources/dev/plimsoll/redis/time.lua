-- What scripts begin with that count one thing. The time is that of this Redis in milliseconds, or one that is handed in.
local now = tonumber(ARGV[1])
if now < 0 then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

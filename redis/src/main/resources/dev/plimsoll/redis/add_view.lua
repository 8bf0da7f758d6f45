-- Returns the number of a view, and adds the view if it is new.
-- ARGV: clock, id, digest, view, cost, maximum number of views, maximum bytes of views, limits
remove_expired(false)
local e = find_readable(ARGV[2])
if not e then return {'GONE', removed} end
local count = tonumber(redis.call('HGET', views, '#') or 0)
if count ~= e.views then -- Redis has evicted the views: their numbers must not be used again
  remove(e)
  return {'GONE', removed}
end
local known = redis.call('HGET', views, 'd' .. ARGV[3])
if known then return {'OK', removed, known} end
local bytes = tonumber(redis.call('HGET', views, '$') or 0)
if count >= tonumber(ARGV[6]) then return {'TOO_MANY_VIEWS', removed} end
if bytes + #ARGV[4] > tonumber(ARGV[7]) then return {'TOO_LARGE_VIEWS', removed, int(bytes)} end
local cost = tonumber(ARGV[5])
local refused = free_space(e.caller, e.weight or 0, cost, 0, e.id, limits(8))
if refused then return refused end
charge(e.caller, cost)
e.bytes = e.bytes + cost
e.views = count + 1
save(e, false)
redis.call('HSET', views, '#', int(count + 1), '$', int(bytes + #ARGV[4]), 'd' .. ARGV[3], int(count),
  'n' .. int(count), ARGV[4])
redis.call('PEXPIRE', views, int(math.max(e.till, e.ends) - now))
return {'OK', removed, int(count)}

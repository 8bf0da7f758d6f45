-- Returns the metadata of a snapshot, and restarts its time to live. ARGV: clock, id
remove_expired(false)
local e = find_readable(ARGV[2])
if not e then return {'GONE', removed} end
e.ends = math.min(now + e.ttl, e.last)
local longer = 0
if e.ends > e.till then
  longer = math.min(2 * e.ttl, e.last - now) + 60000
  e.till = now + longer
end
save(e, true)
if e.views > 0 then redis.call('PEXPIRE', views, int(e.till - now)) end
return {'OK', removed, redis.call('HGET', heads, e.id), int(e.taken), int(longer)}

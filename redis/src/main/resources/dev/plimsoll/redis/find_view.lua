-- Returns a view by its number. ARGV: clock, id, number
remove_expired(false)
local e = find_readable(ARGV[2])
local view = e and redis.call('HGET', views, 'n' .. ARGV[3])
if not view then return {'GONE', removed} end
return {'OK', removed, view}

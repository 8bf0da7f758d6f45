-- Returns a view by its number. ARGV: clock, id, number
sweep(false)
local e = alive(ARGV[2])
local view = e and redis.call('HGET', views, 'n' .. ARGV[3])
if not view then return {'GONE', gone} end
return {'OK', gone, view}

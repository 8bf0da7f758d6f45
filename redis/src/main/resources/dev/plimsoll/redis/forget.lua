-- ARGV: clock, id, and something when it stays if a view of it was made
local e = load(ARGV[2])
if e and ARGV[3] and e.views > 0 then return {'VIEWED', gone} end
if e then remove(e) end
return {'OK', gone}

-- Removes a snapshot. ARGV: clock, id, and optionally any value to keep a snapshot that has views
local e = load(ARGV[2])
if e and ARGV[3] and e.views > 0 then return {'VIEWED', removed} end
if e then remove(e) end
return {'OK', removed}

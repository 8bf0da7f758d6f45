-- ARGV: clock, id
local e = load(ARGV[2])
if e then remove(e) end
return {'OK', gone}

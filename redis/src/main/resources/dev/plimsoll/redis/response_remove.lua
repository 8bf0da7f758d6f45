-- Removes an entry if it still refers to this snapshot. ARGV: clock, id, snapshot id
local e = load(ARGV[2])
if e and string.sub(e.held, 1, #ARGV[3]) == ARGV[3] then remove(e) end
return {'OK', {}}

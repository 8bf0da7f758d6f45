-- Takes an entry away, if it still leads there. ARGV: clock, id, id of the result
local e = load(ARGV[2])
if e and string.sub(e.held, 1, #ARGV[3]) == ARGV[3] then remove(e) end
return {'OK', {}}

-- The entry of a key, and how old it is. ARGV: clock, id
sweep(false)
local e = load(ARGV[2])
if e and e.ends <= now then
  remove(e)
  e = nil
end
if not e then return {'NONE', gone} end
save(e)
return {'OK', gone, e.held, int(now - e.born)}

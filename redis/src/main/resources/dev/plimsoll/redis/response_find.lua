-- Returns the number of the latest drop, the entry of a key, and its age. ARGV: clock, id
local latest = int(number('dropped'))
sweep(false)
local e = load(ARGV[2])
local over = e and (e.ends <= now or (e.order < number('partial') and stale(e.order, e.server, e.name, e.subject)))
if e and over then
  remove(e)
  e = nil
end
if not e then return {'NONE', gone, latest} end
save(e)
return {'OK', gone, latest, e.held, int(now - e.born)}

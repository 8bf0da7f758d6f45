-- Returns the number of the latest drop, the entry of a key, and its age. ARGV: clock, id
local latest = int(number('dropped'))
remove_expired(false)
local e = load(ARGV[2])
local is_outdated = e and (e.ends <= now or (e.order < number('partial') and stale(e.order, e.server, e.name, e.subject)))
if e and is_outdated then
  remove(e)
  e = nil
end
if not e then return {'NONE', removed, latest} end
save(e)
return {'OK', removed, latest, e.held, int(now - e.born)}

-- Makes a snapshot readable after all its bytes are written. ARGV: clock, id
remove_expired(false)
local e = load(ARGV[2])
if not e then return {'GONE', removed} end
if e.kept ~= 1 then
  e.kept = 1
  e.taken = wall
  e.last = now + e.last
  e.ends = math.min(now + e.ttl, e.last)
  save(e, true)
end
return {'OK', removed, int(e.taken)}

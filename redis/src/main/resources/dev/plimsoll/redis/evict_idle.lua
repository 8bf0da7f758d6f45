-- Evicts idle snapshots to free a number of bytes, because Redis itself is out of memory. ARGV: clock, bytes, protected time
remove_expired(true)
local wanted, idle, freed = tonumber(ARGV[2]), now - tonumber(ARGV[3]), 0
while freed < wanted do
  local id = redis.call('ZRANGE', use, 0, 0)[1]
  local e = id and load(id)
  if not e or e.used > idle then break end
  freed = freed + e.bytes
  remove(e)
end
return {'OK', removed, int(freed)}

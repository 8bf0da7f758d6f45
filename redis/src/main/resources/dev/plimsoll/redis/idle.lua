-- Gives up what is idle, for so many bytes: for when Redis itself has no memory. ARGV: clock, bytes, protected
sweep(true)
local wanted, idle, freed = tonumber(ARGV[2]), now - tonumber(ARGV[3]), 0
while freed < wanted do
  local id = redis.call('ZRANGE', use, 0, 0)[1]
  local e = id and load(id)
  if not e or e.used > idle then break end
  freed = freed + e.bytes
  remove(e)
end
return {'OK', gone, int(freed)}

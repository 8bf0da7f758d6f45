-- Returns the tools that have entries. ARGV: clock
local all = {'OK', removed}
for _, raw in ipairs(redis.call('ZRANGE', tools, 0, -1)) do
  for _, name in ipairs(cmsgpack.unpack(raw)) do all[#all + 1] = name end
end
return all

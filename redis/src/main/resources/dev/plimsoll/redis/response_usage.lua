-- Returns the number and bytes of the entries, and the number of evictions. ARGV: clock
remove_expired(true)
return {'OK', removed, int(number('count')), int(number('bytes')), int(number('evicted'))}

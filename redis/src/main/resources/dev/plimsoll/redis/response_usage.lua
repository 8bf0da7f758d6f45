-- Returns the number and bytes of the entries, and the number of evictions. ARGV: clock
sweep(true)
return {'OK', gone, int(number('count')), int(number('bytes')), int(number('evicted'))}

-- How much there is. ARGV: clock
sweep(true)
return {'OK', gone, int(number('count')), int(number('bytes')), int(number('evicted'))}

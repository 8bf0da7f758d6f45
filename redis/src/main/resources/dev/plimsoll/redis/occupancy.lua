-- How full the store is. ARGV: clock
sweep(true)
return {'OK', gone, int(number('count')), int(number('bytes'))}

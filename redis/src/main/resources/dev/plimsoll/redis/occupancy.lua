-- Returns the number and bytes of the stored snapshots. ARGV: clock
sweep(true)
return {'OK', gone, int(number('count')), int(number('bytes'))}

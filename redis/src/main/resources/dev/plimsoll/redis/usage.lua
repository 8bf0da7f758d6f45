-- Returns the number and bytes of the stored snapshots. ARGV: clock
remove_expired(true)
return {'OK', removed, int(number('count')), int(number('bytes'))}

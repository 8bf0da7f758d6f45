-- Returns the number of the latest drop. ARGV: clock
extend_expiry(0)
return {'OK', removed, int(number('dropped'))}

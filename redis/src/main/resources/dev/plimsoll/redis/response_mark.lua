-- Returns the number of the latest drop. ARGV: clock
lasting(0)
return {'OK', gone, int(number('dropped'))}

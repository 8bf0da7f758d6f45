-- A moment in the order of drops. ARGV: clock
lasting(0)
return {'OK', gone, int(number('dropped'))}

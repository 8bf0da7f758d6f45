-- Returns whether a drop since `mark` matches an entry. ARGV: clock, mark, server, tool, subject
return {stale(tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]) and 'STALE' or 'OK', removed}

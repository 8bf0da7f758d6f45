-- Takes a token from a bucket of a caller. Full buckets are not stored: a missing bucket is a full one.
-- KEYS: buckets, use; ARGV: clock, name, tokens per minute, maximum number of buckets
local buckets, use = unpack(KEYS)
local what, limit, most = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])

-- Returns the tokens that a bucket has now, and its tokens per minute at its last use, or nil.
local function bucket(name)
  local raw = redis.call('HGET', buckets, name)
  if not raw then return nil end
  local tokens, filled, was = unpack(cmsgpack.unpack(raw))
  -- after the clock was set back, nothing is added until it advances again
  return math.min(was, tokens + math.max(0, now - filled) * was / 60000), was
end

local tokens, was = bucket(what)
if not tokens and redis.call('HLEN', buckets) >= most then
  local oldest = redis.call('ZRANGE', use, 0, 0)[1]
  local left, full = bucket(oldest or '')
  if oldest and (not left or left >= full) then
    redis.call('HDEL', buckets, oldest)
    redis.call('ZREM', use, oldest)
  else
    what = '' -- further names share one bucket
    tokens, was = bucket(what)
  end
end
tokens = math.min(tokens or limit, limit)
local wait = 0
if tokens >= 1 - 1e-9 then
  tokens = tokens - 1
else
  wait = math.max(1, math.ceil((1 - tokens) * 60 / limit))
end
redis.call('HSET', buckets, what, cmsgpack.pack({tokens, now, limit}))
redis.call('ZADD', use, string.format('%.0f', now), what)
-- after a minute, all buckets are full again
redis.call('PEXPIRE', buckets, 61000)
redis.call('PEXPIRE', use, 61000)
return wait

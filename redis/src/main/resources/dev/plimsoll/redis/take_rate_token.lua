-- Takes a token from a bucket of a caller. A missing bucket is full.
-- KEYS: buckets, use; ARGV: clock, name, tokens per minute, maximum number of buckets
local buckets, use = unpack(KEYS)
local bucket_name, limit, max_buckets = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])

-- Returns the current tokens of a bucket, and its rate (tokens per minute) at its last use, or nil.
local function bucket(name)
  local raw = redis.call('HGET', buckets, name)
  if not raw then return nil end
  local tokens, filled, rate = unpack(cmsgpack.unpack(raw))
  -- after the clock was set back, nothing is added until it advances again
  return math.min(rate, tokens + math.max(0, now - filled) * rate / 60000), rate
end

local tokens, rate = bucket(bucket_name)
if not tokens and redis.call('HLEN', buckets) >= max_buckets then
  local oldest = redis.call('ZRANGE', use, 0, 0)[1]
  local left, full = bucket(oldest or '')
  if oldest and (not left or left >= full) then
    redis.call('HDEL', buckets, oldest)
    redis.call('ZREM', use, oldest)
  else
    bucket_name = '' -- further names share one bucket
    tokens, rate = bucket(bucket_name)
  end
end
tokens = math.min(tokens or limit, limit)
local wait = 0
if tokens >= 1 - 1e-9 then
  tokens = tokens - 1
else
  wait = math.max(1, math.ceil((1 - tokens) * 60 / limit))
end
redis.call('HSET', buckets, bucket_name, cmsgpack.pack({tokens, now, limit}))
redis.call('ZADD', use, string.format('%.0f', now), bucket_name)
-- after a minute, all buckets are full again
redis.call('PEXPIRE', buckets, 61000)
redis.call('PEXPIRE', use, 61000)
return wait

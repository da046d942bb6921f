-- One or more new versions of a table, all or nothing; safe when run twice (redis-py retries a lost answer).
--
-- KEYS  1 table (hash)  2 log (stream)  3 keys (hash of remembered requests)  4 channel of the table's news
-- ARGV  1 expected version  2 random id of this commit  3 time (ms)  4 TTL (ms)
--       5 scope, 6 key, 7 value of the note (empty key: none)  8 record, 9 state (empty: unchanged)
--       then three for each entry: body, record, state (empty: none kept)
-- Gives {'done'}, {'known', value} or {'stale', version, time, record, state, size}.

local KEPT = 64

local held = redis.call('HGET', KEYS[1], 'version') or '0'
local expected = tonumber(ARGV[1])

if held ~= ARGV[1] then
  local id = string.format('%d-0', expected + 1)
  local entry = redis.call('XRANGE', KEYS[2], id, id)[1]
  if entry and entry[2][2] == ARGV[2] then return {'done'} end
end

local field = 'k:' .. ARGV[5] .. ':' .. ARGV[6]
if ARGV[6] ~= '' then
  local value = redis.call('HGET', KEYS[3], field)
  if value then return {'known', value} end
end

if held ~= ARGV[1] then
  local now = redis.call('HMGET', KEYS[1], 'version', 'at', 'record', 'state', 'size')
  return {'stale', now[1], now[2], now[3], now[4], now[5]}
end

local version, size = expected, 0
for i = 10, #ARGV, 3 do
  version = version + 1
  local entry = {'c', ARGV[2], 'e', ARGV[i]}
  if ARGV[i + 1] ~= '' then entry[#entry + 1] = 'r'; entry[#entry + 1] = ARGV[i + 1] end
  if ARGV[i + 2] ~= '' then entry[#entry + 1] = 's'; entry[#entry + 1] = ARGV[i + 2] end
  size = size + #ARGV[i] + #ARGV[i + 1] + #ARGV[i + 2]
  redis.call('XADD', KEYS[2], string.format('%d-0', version), unpack(entry))
end

local table = {'version', string.format('%d', version), 'at', ARGV[3]}
if ARGV[8] ~= '' then table[#table + 1] = 'record'; table[#table + 1] = ARGV[8] end
if ARGV[9] ~= '' then table[#table + 1] = 'state'; table[#table + 1] = ARGV[9] end
redis.call('HSET', KEYS[1], unpack(table))
redis.call('HINCRBY', KEYS[1], 'size', size)

if ARGV[6] ~= '' then
  local n = redis.call('HINCRBY', KEYS[3], 'n:' .. ARGV[5], 1)
  local slot = 'o:' .. ARGV[5] .. ':' .. (n % KEPT)
  local oldest = redis.call('HGET', KEYS[3], slot)
  if oldest then redis.call('HDEL', KEYS[3], 'k:' .. ARGV[5] .. ':' .. oldest) end
  redis.call('HSET', KEYS[3], field, ARGV[7], slot, ARGV[6])
end

redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('PEXPIRE', KEYS[3], ARGV[4])
-- All is written: a user who may not publish must not make a done commit look refused.
redis.pcall('SPUBLISH', KEYS[4], version)
return {'done'}

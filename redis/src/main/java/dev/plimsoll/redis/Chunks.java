package dev.plimsoll.redis;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Protocol.Keyword;

/**
 * Contents of snapshots in Redis: all segments in sequence, split into values of equal size. They are uncompressed, so that
 * Redis itself can return a range.
 */
final class Chunks {

    private static final int MAX_KEYS_PER_COMMAND = 1000;

    private final RedisCommands redisCommands;
    private final RedisKeyNames redisKeyNames;

    Chunks(RedisCommands redisCommands, RedisKeyNames redisKeyNames) {
        this.redisCommands = redisCommands;
        this.redisKeyNames = redisKeyNames;
    }

    /** Writes all segments. The keys expire after this time. */
    void write(SnapshotId id, List<Slice> segments, int chunkBytes, long expiryMillis) {
        long remainingBytes = segments.stream().mapToLong(Slice::length).sum();
        int chunkNumber = 0;
        int filledBytes = 0;
        byte[] chunk = new byte[(int) Math.min(remainingBytes, chunkBytes)];
        for (Slice segment : segments) {
            for (int segmentOffset = 0; segmentOffset < segment.length(); ) {
                int partLength = Math.min(chunk.length - filledBytes, segment.length() - segmentOffset);
                System.arraycopy(segment.bytes(), segment.from() + segmentOffset, chunk, filledBytes, partLength);
                segmentOffset += partLength;
                filledBytes += partLength;
                if (filledBytes == chunk.length) {
                    writeChunk(redisKeyNames.chunk(id, chunkNumber++), chunk, expiryMillis);
                    remainingBytes -= filledBytes;
                    filledBytes = 0;
                    chunk = remainingBytes < chunkBytes ? new byte[(int) remainingBytes] : chunk;
                }
            }
        }
    }

    private void writeChunk(String key, byte[] chunk, long expiryMillis) {
        redisCommands.send(new CommandArguments(Command.SET)
                .key(key)
                .add(chunk)
                .add(Keyword.PX)
                .add(expiryMillis));
    }

    /** Reads the bytes {@code [from, to)} of all segments. */
    Slice read(SnapshotId id, int chunkBytes, long from, long to) {
        byte[] bytes = new byte[(int) (to - from)];
        int readBytes = 0;
        while (readBytes < bytes.length) {
            long offset = from + readBytes;
            int chunkOffset = (int) (offset % chunkBytes);
            int partLength = Math.min(bytes.length - readBytes, chunkBytes - chunkOffset);
            byte[] range = readRange(redisKeyNames.chunk(id, (int) (offset / chunkBytes)), chunkOffset, partLength);
            if (range.length == bytes.length) {
                return Slice.of(range);
            }
            System.arraycopy(range, 0, bytes, readBytes, partLength);
            readBytes += partLength;
        }
        return Slice.of(bytes);
    }

    private byte[] readRange(String key, int from, int length) {
        Object reply = redisCommands.send(
                new CommandArguments(Command.GETRANGE).key(key).add(from).add(from + length - 1));
        if (reply instanceof byte[] range && range.length == length) {
            return range;
        }
        throw new StoreException(Reason.GONE, "the snapshot's bytes are missing in Redis");
    }

    /** Extends the expiry of all chunks. Returns false if any are missing. */
    boolean extendExpiry(SnapshotId id, int count, long expiryMillis) {
        for (int i = 0; i < count; i++) {
            Object reply = redisCommands.send(new CommandArguments(Command.PEXPIRE)
                    .key(redisKeyNames.chunk(id, i))
                    .add(expiryMillis));
            if (!(reply instanceof Long found) || found != 1) {
                return false;
            }
        }
        return true;
    }

    /** Deletes the chunks and the views. */
    void remove(SnapshotId id, int count) {
        redisCommands.send(new CommandArguments(Command.UNLINK).key(redisKeyNames.views(id)));
        for (int from = 0; from < count; from += MAX_KEYS_PER_COMMAND) {
            CommandArguments unlink = new CommandArguments(Command.UNLINK);
            for (int i = from; i < Math.min(count, from + MAX_KEYS_PER_COMMAND); i++) {
                unlink.key(redisKeyNames.chunk(id, i));
            }
            redisCommands.send(unlink);
        }
    }
}

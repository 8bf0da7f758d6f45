package dev.plimsoll.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongSupplier;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** The shared index of all snapshots in Redis. Only scripts read and change it, and each script is atomic. */
final class SnapshotIndex {

    private static final int ID_DIGITS = 32;

    private final RedisCommands redisCommands;
    private final RedisKeyNames redisKeyNames;
    private final LongSupplier clock;

    /** @param clock the time in milliseconds, or -1 to use Redis's own clock */
    SnapshotIndex(RedisCommands redisCommands, RedisKeyNames redisKeyNames, LongSupplier clock) {
        this.redisCommands = redisCommands;
        this.redisKeyNames = redisKeyNames;
        this.clock = clock;
    }

    /** A snapshot removed from the index whose contents still exist. */
    record RemovedSnapshot(SnapshotId id, int chunks) {}

    /** The reply of a script. */
    record Reply(String status, List<RemovedSnapshot> removed, List<Object> values) {

        byte[] bytes(int at) {
            return values.get(at) instanceof byte[] bytes ? bytes : new byte[0];
        }

        long number(int at) {
            return Long.parseLong(new String(bytes(at), UTF_8));
        }
    }

    Reply execute(RedisScript redisScript, Object... arguments) {
        return reply(run(redisScript, command -> {}, arguments));
    }

    /** Runs a script that also uses the views of a snapshot. */
    Reply execute(RedisScript redisScript, SnapshotId id, Object... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = id.toString();
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return reply(run(redisScript, command -> command.key(redisKeyNames.views(id)), all));
    }

    private interface MoreKeys {
        void addTo(CommandArguments command);
    }

    private Object run(RedisScript redisScript, MoreKeys more, Object... arguments) {
        try {
            return redisCommands.send(command(Command.EVALSHA, redisScript.sha(), more, arguments));
        } catch (JedisNoScriptException e) {
            return redisCommands.send(command(Command.EVAL, redisScript.text(), more, arguments));
        }
    }

    private CommandArguments command(Command command, String script, MoreKeys more, Object... arguments) {
        CommandArguments keys = new CommandArguments(command).add(script).add(redisKeyNames.index.size() + 1);
        redisKeyNames.index.forEach(keys::key);
        int before = keys.size();
        more.addTo(keys);
        if (keys.size() == before) {
            keys.key(redisKeyNames.index.get(0)); // a placeholder: scripts without views do not use this key
        }
        keys.add(clock.getAsLong());
        for (Object argument : arguments) {
            keys.add(argument);
        }
        return keys;
    }

    private static Reply reply(Object raw) {
        if (!(raw instanceof List<?> list) || list.size() < 2 || !(list.get(0) instanceof byte[] word)) {
            throw new StoreException(Reason.FAILED, "Redis returned an unexpected reply to a script");
        }
        List<Object> more = new ArrayList<>(list.subList(2, list.size()));
        Reply reply = new Reply(new String(word, UTF_8), removedSnapshots(list.get(1)), more);
        if (reply.status().equals("NEWER")) {
            throw new StoreException(
                    Reason.FAILED,
                    "a newer Plimsoll uses this Redis: update this Plimsoll, or set another redis.prefix");
        }
        return reply;
    }

    private static List<RemovedSnapshot> removedSnapshots(Object raw) {
        List<RemovedSnapshot> removed = new ArrayList<>();
        if (raw instanceof List<?> list) {
            for (int i = 0; i + 1 < list.size(); i += 2) {
                if (list.get(i) instanceof byte[] id && list.get(i + 1) instanceof byte[] chunks) {
                    removed.add(new RemovedSnapshot(
                            id(new String(id, UTF_8)), Integer.parseInt(new String(chunks, UTF_8))));
                }
            }
        }
        return removed;
    }

    private static SnapshotId id(String digits) {
        return new SnapshotId(
                HexFormat.fromHexDigitsToLong(digits, 0, ID_DIGITS / 2),
                HexFormat.fromHexDigitsToLong(digits, ID_DIGITS / 2, ID_DIGITS));
    }
}

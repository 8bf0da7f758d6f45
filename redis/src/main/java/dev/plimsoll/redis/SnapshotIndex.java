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

/** Shared index of all snapshots in Redis. Only scripts read and change it, and each script is atomic. */
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

        byte[] bytes(int index) {
            return values.get(index) instanceof byte[] bytes ? bytes : new byte[0];
        }

        long number(int index) {
            return Long.parseLong(new String(bytes(index), UTF_8));
        }
    }

    Reply execute(RedisScript redisScript, Object... arguments) {
        return parseReply(runScript(redisScript, command -> {}, arguments));
    }

    /** Runs a script that also uses the views of a snapshot. */
    Reply executeWithViews(RedisScript redisScript, SnapshotId id, Object... arguments) {
        Object[] allArguments = new Object[arguments.length + 1];
        allArguments[0] = id.toString();
        System.arraycopy(arguments, 0, allArguments, 1, arguments.length);
        return parseReply(runScript(redisScript, command -> command.key(redisKeyNames.views(id)), allArguments));
    }

    /** Adds keys to a command. */
    private interface AdditionalKeys {
        void addTo(CommandArguments command);
    }

    private Object runScript(RedisScript redisScript, AdditionalKeys additionalKeys, Object... arguments) {
        try {
            return redisCommands.send(command(Command.EVALSHA, redisScript.sha(), additionalKeys, arguments));
        } catch (JedisNoScriptException e) {
            return redisCommands.send(command(Command.EVAL, redisScript.text(), additionalKeys, arguments));
        }
    }

    private CommandArguments command(
            Command command, String script, AdditionalKeys additionalKeys, Object... arguments) {
        CommandArguments commandArguments =
                new CommandArguments(command).add(script).add(redisKeyNames.index.size() + 1);
        redisKeyNames.index.forEach(commandArguments::key);
        int keyCountBefore = commandArguments.size();
        additionalKeys.addTo(commandArguments);
        if (commandArguments.size() == keyCountBefore) {
            commandArguments.key(
                    redisKeyNames.index.get(0)); // a placeholder: scripts without views do not use this key
        }
        commandArguments.add(clock.getAsLong());
        for (Object argument : arguments) {
            commandArguments.add(argument);
        }
        return commandArguments;
    }

    private static Reply parseReply(Object raw) {
        if (!(raw instanceof List<?> list) || list.size() < 2 || !(list.get(0) instanceof byte[] status)) {
            throw new StoreException(Reason.FAILED, "Redis returned an unexpected reply to a script");
        }
        List<Object> values = new ArrayList<>(list.subList(2, list.size()));
        Reply reply = new Reply(new String(status, UTF_8), removedSnapshots(list.get(1)), values);
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
                            parseId(new String(id, UTF_8)), Integer.parseInt(new String(chunks, UTF_8))));
                }
            }
        }
        return removed;
    }

    private static SnapshotId parseId(String digits) {
        return new SnapshotId(
                HexFormat.fromHexDigitsToLong(digits, 0, ID_DIGITS / 2),
                HexFormat.fromHexDigitsToLong(digits, ID_DIGITS / 2, ID_DIGITS));
    }
}

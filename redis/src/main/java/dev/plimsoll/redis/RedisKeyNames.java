package dev.plimsoll.redis;

import dev.plimsoll.store.SnapshotId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names of keys, such as {@code plimsoll:1:{store}:entries}. In a cluster, the braces determine
 * the hash slot: the index is in one slot, and the contents of each snapshot are in a separate slot. The
 * number is the format version, so that several versions can coexist.
 */
final class RedisKeyNames {

    private final String prefix;

    /** The keys of all scripts on the index, in their order. */
    final List<String> index;

    /** The keys of all scripts on the response index, in their order. */
    final List<String> responses;

    RedisKeyNames(String prefix) {
        this.prefix = prefix;
        List<String> indexKeys = new ArrayList<>(List.of(prefix + ":{store}:format"));
        for (String part : List.of("meta", "entries", "heads", "use", "expiry", "own")) {
            indexKeys.add(indexKey(part));
        }
        this.index = List.copyOf(indexKeys);
        this.responses = Stream.of("meta", "entries", "use", "expiry", "own", "tools", "bytool", "drops")
                .map(part -> prefix + ":1:{responses}:" + part)
                .toList();
    }

    private String indexKey(String part) {
        return prefix + ":1:{store}:" + part;
    }

    /** Returns the keys of a rate, which contain a digest of its owner. Each owner has its own slot. */
    List<String> rate(String digest) {
        String slotPrefix = prefix + ":1:{rate:" + digest + "}:";
        return List.of(slotPrefix + "buckets", slotPrefix + "use");
    }

    String session(String digest) {
        return prefix + ":1:{session:" + digest + "}:spent";
    }

    String views(SnapshotId id) {
        return indexKey("views:" + id);
    }

    String chunk(SnapshotId id, int number) {
        return prefix + ":1:{" + id + "}:" + number;
    }
}

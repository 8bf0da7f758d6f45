package dev.plimsoll.redis;

import dev.plimsoll.store.SnapshotId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What keys are called. The index lies in one hash slot of a cluster, the bytes of each snapshot in one of their own. The number
 * is the format's version; another would lie beside it.
 */
final class RedisKeyNames {

    private final String prefix;

    /** What all calls on the index name, in the order of its scripts. */
    final List<String> index;

    /** What all calls on the index of responses name, in the order of its scripts. */
    final List<String> responses;

    RedisKeyNames(String prefix) {
        this.prefix = prefix;
        List<String> all = new ArrayList<>(List.of(prefix + ":{store}:format"));
        for (String part : List.of("meta", "entries", "heads", "use", "expiry", "own")) {
            all.add(ofIndex(part));
        }
        this.index = List.copyOf(all);
        this.responses = Stream.of("meta", "entries", "use", "expiry", "own", "tools", "bytool", "drops")
                .map(part -> prefix + ":1:{responses}:" + part)
                .toList();
    }

    private String ofIndex(String part) {
        return prefix + ":1:{store}:" + part;
    }

    /** What is counted of one of many, by a digest of who that is: each in a slot of its own. */
    List<String> rate(String digest) {
        String own = prefix + ":1:{rate:" + digest + "}:";
        return List.of(own + "buckets", own + "use");
    }

    String session(String digest) {
        return prefix + ":1:{session:" + digest + "}:spent";
    }

    String views(SnapshotId id) {
        return ofIndex("views:" + id);
    }

    String chunk(SnapshotId id, int number) {
        return prefix + ":1:{" + id + "}:" + number;
    }
}

package dev.plimsoll.gateway.run;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.disk.DiskStore;
import dev.plimsoll.gateway.config.model.Secret;
import dev.plimsoll.gateway.config.model.Store;
import dev.plimsoll.gateway.data.KeyFile;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

/** The engine as the configuration wants it. */
final class Engine {

    private static final int MOST_SNAPSHOTS = 100_000;
    private static final int KEY_BYTES = 32;

    private Engine() {}

    static SnapshotStore store(Configuration configuration) {
        Store settings = configuration.store();
        Limits limits = new Limits(settings.maxBytes(), settings.maxBytes(), MOST_SNAPSHOTS);
        SecureRandom ids = new SecureRandom();
        return settings.type() == Store.Type.DISK
                ? DiskStore.open(configuration.data().resolve("snapshots"), limits, InstantSource.system(), ids)
                : SnapshotStore.inMemory(limits, InstantSource.system(), ids);
    }

    /** The key that is set, or the one in the data folder; without a folder to keep one, one for this process. */
    static byte[] key(Configuration configuration, Log log) {
        Secret set = configuration.cursor().key();
        if (set != null) {
            return set.revealBytes();
        }
        try {
            return KeyFile.in(configuration.data());
        } catch (IOException e) {
            log.say(Level.WARN, "no key file: cursors end with this process", "why", String.valueOf(e.getMessage()));
            byte[] key = new byte[KEY_BYTES];
            new SecureRandom().nextBytes(key);
            return key;
        }
    }

    static Plimsoll over(SnapshotStore store, byte[] key, Configuration configuration, GuardListener listener) {
        List<byte[]> previous = configuration.cursor().previousKeys().stream()
                .map(Secret::revealBytes)
                .toList();
        return Plimsoll.over(store, KeyRing.of(key, previous), configuration.policies(), listener);
    }
}

package dev.plimsoll.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Lua scripts that Redis runs atomically, on the index of snapshots, on the index of responses, and on counters. */
enum RedisScript {
    RESERVE("index", false),
    COMMIT("index", true),
    FIND("index", true),
    ADD_VIEW("index", true),
    FIND_VIEW("index", true),
    REMOVE("index", true),
    EVICT_IDLE("index", true),
    USAGE("index", true),
    RESPONSE_FIND("responses", true),
    RESPONSE_MARK("responses", true),
    RESPONSE_STALE("responses", true),
    RESPONSE_PUT("responses", false),
    RESPONSE_REMOVE("responses", true),
    RESPONSE_DROP("responses", true),
    RESPONSE_TOOLS("responses", true),
    RESPONSE_USAGE("responses", true),
    TAKE_RATE_TOKEN("time", true),
    SESSION_TOKENS("time", true);

    private final String text;
    private final String sha;

    /**
     * Creates a script.
     *
     * @param commonFile the name of the file whose text is put before the script
     * @param isAllowedOutOfMemory whether the script also runs when Redis is out of memory, so that snapshots can be read and evicted
     */
    RedisScript(String commonFile, boolean isAllowedOutOfMemory) {
        text = (isAllowedOutOfMemory ? "#!lua flags=allow-oom\n" : "#!lua\n")
                + readFile(commonFile)
                + readFile(name().toLowerCase(Locale.ROOT));
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            sha = HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    String text() {
        return text;
    }

    /** Returns the digest by which Redis identifies a loaded script. */
    String sha() {
        return sha;
    }

    private static String readFile(String name) {
        try (InputStream in = RedisScript.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("no script " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

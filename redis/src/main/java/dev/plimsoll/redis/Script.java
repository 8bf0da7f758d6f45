package dev.plimsoll.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** What Redis does in one step on the index. */
enum Script {
    RESERVE(false),
    ENTER(true),
    USE(true),
    NUMBER(true),
    VIEW(true),
    FORGET(true),
    IDLE(true),
    OCCUPANCY(true);

    private final String text;
    private final String sha;

    /** @param whenFull also when Redis is out of memory, so that what is kept can be read and given up */
    Script(boolean whenFull) {
        text = (whenFull ? "#!lua flags=allow-oom\n" : "#!lua\n")
                + source("index")
                + source(name().toLowerCase(Locale.ROOT));
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

    /** What Redis calls it once it has seen it. */
    String sha() {
        return sha;
    }

    private static String source(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("no script " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

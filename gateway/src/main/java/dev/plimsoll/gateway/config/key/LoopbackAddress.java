package dev.plimsoll.gateway.config.key;

import java.util.Locale;

/** Names that lead to this machine wherever they are looked up. */
public final class LoopbackAddress {

    private LoopbackAddress() {}

    /** Whether a host of a URL or of a listening address, with or without brackets, is this machine by its mere name. */
    public static boolean names(String host) {
        String plain = host.toLowerCase(Locale.ROOT);
        return plain.equals("localhost")
                || plain.equals("[::1]")
                || plain.equals("::1")
                || plain.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }
}

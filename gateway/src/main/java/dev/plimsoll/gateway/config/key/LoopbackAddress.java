package dev.plimsoll.gateway.config.key;

import java.util.Locale;

/** Recognizes host names that always mean this machine. */
public final class LoopbackAddress {

    private LoopbackAddress() {}

    /**
     * Returns whether a host from a URL or listen address is this machine. The host may be in brackets. Makes
     * no DNS lookup.
     */
    public static boolean matches(String host) {
        String lowerCaseHost = host.toLowerCase(Locale.ROOT);
        return lowerCaseHost.equals("localhost")
                || lowerCaseHost.equals("[::1]")
                || lowerCaseHost.equals("::1")
                || lowerCaseHost.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }
}

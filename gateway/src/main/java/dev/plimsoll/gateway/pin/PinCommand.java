package dev.plimsoll.gateway.pin;

import java.util.regex.Pattern;

/** Command lines for people. A name that a shell or a person could misread is replaced by its hash. */
final class PinCommand {

    private static final String PREFIX = "plimsoll pin ";
    private static final int HASH_LENGTH = 16;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:][A-Za-z0-9_./:@+-]{0,199}");

    private PinCommand() {}

    static String approve(String server, ToolPin pin) {
        PinnedEntry pending = pin.pending();
        return PLAIN.matcher(pin.name()).matches() || pending == null
                ? approve(server, pin.name())
                : PREFIX + "approve " + server + " --hash " + pending.hash().substring(0, HASH_LENGTH);
    }

    /** Returns the command for a tool that has no pin. */
    static String approve(String server, String tool) {
        return PREFIX + "approve " + server + " " + (PLAIN.matcher(tool).matches() ? tool : "--all");
    }

    static String forget(String server) {
        return PREFIX + "forget " + server;
    }
}

package dev.plimsoll.gateway.pin;

import java.util.regex.Pattern;

/**
 * Command lines that the user can copy. A tool whose name a shell or a person could misread is named by the
 * hash of its entry.
 */
final class PinCommand {

    private static final String PREFIX = "plimsoll pin ";
    private static final int HASH_LENGTH = 16;
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_./:][A-Za-z0-9_./:@+-]{0,199}");

    private PinCommand() {}

    /** Returns the command that approves the pending entry of a tool. */
    static String approvalCommand(String server, ToolPin pin) {
        PinnedEntry pending = pin.pending();
        return PLAIN_NAME.matcher(pin.name()).matches() || pending == null
                ? approvalCommand(server, pin.name())
                : PREFIX + "approve " + server + " --hash " + pending.hash().substring(0, HASH_LENGTH);
    }

    /** Returns the command for a tool that has no pin. It approves all tools of the server if the name is not plain. */
    static String approvalCommand(String server, String tool) {
        return PREFIX + "approve " + server + " " + (PLAIN_NAME.matcher(tool).matches() ? tool : "--all");
    }

    /** Returns the command that deletes the pins of a server. */
    static String forgetCommand(String server) {
        return PREFIX + "forget " + server;
    }
}

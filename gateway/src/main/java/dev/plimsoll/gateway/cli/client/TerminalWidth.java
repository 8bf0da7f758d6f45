package dev.plimsoll.gateway.cli.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Finds the width of a line of output. On a terminal, it is {@code COLUMNS} if set, or else the width that
 * the terminal reports. In a pipe or a file, it is 100.
 */
final class TerminalWidth {

    private static final int DEFAULT_WIDTH = 100;
    private static final int MIN_WIDTH = 40;
    private static final int MAX_WIDTH = 200;

    private TerminalWidth() {}

    /**
     * Returns the width of standard output. The system property {@code plimsoll.tty}, which the launcher
     * sets, names the streams that are terminals.
     */
    static int ofOutput() {
        if (!System.getProperty("plimsoll.tty", "").contains("out")) {
            return DEFAULT_WIDTH;
        }
        String columns = System.getenv("COLUMNS");
        int width = columns == null ? 0 : parse(columns);
        width = width == 0 ? queryTerminal() : width;
        return width == 0 ? DEFAULT_WIDTH : Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width));
    }

    /** Asks {@code stty} for the width, because the JDK does not provide it. This takes a few milliseconds. */
    private static int queryTerminal() {
        try {
            Process stty = new ProcessBuilder("sh", "-c", "stty size </dev/tty")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            stty.getOutputStream().close();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .trim()
                    .split(" ", -1);
            return stty.waitFor(1, TimeUnit.SECONDS) && size.length == 2 ? parse(size[1]) : 0;
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private static int parse(String number) {
        return number.matches("[0-9]{1,5}") ? Integer.parseInt(number) : 0;
    }
}

package dev.plimsoll.gateway.upstream.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Copies the standard error of a server to the standard error of Plimsoll. Keeps the last lines in memory,
 * because they explain why a start has failed.
 */
final class ErrorOutput {

    private static final int BUFFER_BYTES = 4 << 10;
    private static final int MAX_LINES = 10;
    private static final int MAX_LENGTH = 800;
    private static final int MIN_SECRET_LENGTH = 6;
    private static final String MASK = "***";

    /** Values with the name of a secret, such as {@code token=…}. Only the value is masked. */
    private static final Pattern NAMED_SECRET = Pattern.compile(
            "(?i)((?:token|secret|passw(?:or)?d|api[-_]?key|credentials?|authorization|cookie|private[-_]?key)"
                    + "[\"']?\\s*[:=]\\s*)(?:\"[^\"]*\"|'[^']*'|(?:(?:bearer|basic)\\s+)?[^\\s\"',;]+)");

    private static final Pattern BEARER = Pattern.compile("(?i)\\b(bearer|basic)\\s+[A-Za-z0-9._~+/=-]{6,}");
    private static final Pattern USER_OF_URL = Pattern.compile("(://)[^/\\s@]+@");
    private static final Pattern QUERY_OF_URL = Pattern.compile("(://[^\\s?]+\\?)\\S+");

    /** Long words with both letters and digits, such as keys, hashes, and tokens. */
    private static final Pattern LONG_WORD =
            Pattern.compile("\\b(?=[A-Za-z_+=-]*[0-9])(?=[0-9_+=-]*[A-Za-z])[A-Za-z0-9_+=-]{20,}");

    private static final Pattern CONTROLS = Pattern.compile("\\u001B\\[[0-9;]*[A-Za-z]|[\\p{Cntrl}&&[^\\n]]");

    private final InputStream source;
    private final Collection<String> secrets;
    /** Ring buffer with the last bytes. */
    private final byte[] ringBuffer = new byte[BUFFER_BYTES];

    /** Number of bytes received so far. */
    private long receivedBytes;

    private final Thread reader;

    /**
     * Creates the output.
     *
     * @param secrets values that {@link #lastLines} masks: those of the environment variables in the
     *     configuration
     */
    private ErrorOutput(InputStream source, OutputStream target, Collection<String> secrets) {
        this.source = source;
        this.secrets = List.copyOf(secrets);
        this.reader = new Thread(() -> copyTo(target), "plimsoll-server-error");
    }

    /** Starts to copy the standard error of a server. */
    static ErrorOutput copy(InputStream source, OutputStream target, Collection<String> secrets) {
        ErrorOutput output = new ErrorOutput(source, target, secrets);
        output.reader.setDaemon(true);
        output.reader.start();
        return output;
    }

    private void copyTo(OutputStream target) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = source) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                addToRing(buffer, read);
                write(target, buffer, read);
            }
        } catch (IOException e) {
            // the server has ended
        }
    }

    /**
     * Writes to the standard error of Plimsoll. Ignores errors, because the output of the server must be read
     * even if nobody gets it; otherwise, the server would block.
     */
    private static void write(OutputStream target, byte[] buffer, int length) {
        try {
            target.write(buffer, 0, length);
            target.flush();
        } catch (IOException e) {
            // the standard error of Plimsoll is closed
        }
    }

    private synchronized void addToRing(byte[] buffer, int length) {
        for (int i = 0; i < length; i++) {
            ringBuffer[(int) (receivedBytes++ % BUFFER_BYTES)] = buffer[i];
        }
    }

    private synchronized String bufferedText() {
        int length = (int) Math.min(receivedBytes, BUFFER_BYTES);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = ringBuffer[(int) ((receivedBytes - length + i) % BUFFER_BYTES)];
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Returns the last lines, joined to one line and with masked secrets; empty if there are none. Waits up
     * to the given time for the end of the output.
     */
    String lastLines(long waitMillis) {
        try {
            reader.join(waitMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<String> lines = CONTROLS.matcher(
                        bufferedText().replace("\r\n", "\n").replace('\r', '\n'))
                .replaceAll("")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        String maskedText = maskSecrets(
                String.join(" | ", lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size())), secrets);
        int omittedLength = Math.max(0, maskedText.length() - MAX_LENGTH);
        return omittedLength == 0 ? maskedText : "…" + maskedText.substring(omittedLength);
    }

    private static String maskSecrets(String text, Collection<String> secrets) {
        String masked = text;
        for (String secret : secrets) {
            masked = secret.length() < MIN_SECRET_LENGTH ? masked : masked.replace(secret, MASK);
        }
        masked = NAMED_SECRET.matcher(masked).replaceAll("$1" + MASK);
        masked = BEARER.matcher(masked).replaceAll("$1 " + MASK);
        masked = USER_OF_URL.matcher(masked).replaceAll("$1" + MASK + "@");
        masked = QUERY_OF_URL.matcher(masked).replaceAll("$1" + MASK);
        return LONG_WORD.matcher(masked).replaceAll(MASK);
    }
}

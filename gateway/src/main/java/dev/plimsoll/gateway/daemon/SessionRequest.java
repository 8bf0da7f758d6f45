package dev.plimsoll.gateway.daemon;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Request for a session: describes the client's process, whose attributes the session uses instead of the daemon's.
 *
 * @param origin the client's process
 * @param folder its working folder
 * @param streams names of its standard streams that are terminals, each followed by a comma
 * @param arguments its arguments after the name of the program
 * @param environment all its variables
 */
record SessionRequest(
        Origin origin, String folder, String streams, List<String> arguments, Map<String, String> environment) {

    static final String PROTOCOL = "1";

    /** Number of fields before the arguments: protocol, four of the origin, folder, streams, and argument count. */
    private static final int FIXED_FIELDS = 8;

    SessionRequest {
        arguments = List.copyOf(arguments);
    }

    /**
     * Process of the native client, with the attributes that the daemon cannot take on for one session. The daemon
     * uses the executable to start servers with the umask of the client.
     *
     * @param executable path of the native client
     * @param processId the id of the client
     * @param umask the umask, in octal digits
     * @param processAttributes digest of limits, namespaces, rights, and priority
     */
    record Origin(String executable, String processId, String umask, String processAttributes) {}

    /** Thrown when the daemon declines a session, which then runs in a process of its own. */
    static final class DeclinedException extends Exception {

        private static final long serialVersionUID = 1;

        DeclinedException(String message) {
            super(message);
        }
    }

    /**
     * Parses a request: a sequence of fields, each with a length of four bytes.
     *
     * @throws IOException if the bytes are not a request
     */
    static SessionRequest parse(byte[] bytes) throws IOException, DeclinedException {
        List<String> fields = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            int length = buffer.remaining() < Integer.BYTES ? -1 : buffer.getInt();
            if (length < 0 || length > buffer.remaining()) {
                throw new IOException("a request has a field of the wrong length");
            }
            fields.add(decode(buffer.slice(buffer.position(), length)));
            buffer.position(buffer.position() + length);
        }
        if (fields.isEmpty() || !fields.get(0).equals(PROTOCOL)) {
            throw new DeclinedException("the client has another version");
        }
        int argumentCount = fields.size() < FIXED_FIELDS ? -1 : parseCount(fields.get(FIXED_FIELDS - 1));
        if (argumentCount < 0 || argumentCount > fields.size() - FIXED_FIELDS) {
            throw new IOException("a request lacks fields");
        }
        int environmentIndex = FIXED_FIELDS + argumentCount;
        return new SessionRequest(
                new Origin(fields.get(1), fields.get(2), fields.get(3), fields.get(4)),
                fields.get(5),
                fields.get(6),
                fields.subList(FIXED_FIELDS, environmentIndex),
                parseEnvironment(fields.subList(environmentIndex, fields.size())));
    }

    private static int parseCount(String text) {
        return text.matches("[0-9]{1,7}") ? Integer.parseInt(text) : -1;
    }

    /**
     * Decodes UTF-8. Declines other bytes: Java starts processes only with text, so it could not pass them on
     * unchanged.
     */
    private static String decode(ByteBuffer bytes) throws DeclinedException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new DeclinedException("an argument, a variable, or the folder is not UTF-8");
        }
    }

    private static Map<String, String> parseEnvironment(List<String> entries) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String entry : entries) {
            // on Windows, names may begin with an equals sign
            int equals = entry.indexOf('=', 1);
            if (equals > 0) {
                environment.putIfAbsent(entry.substring(0, equals), entry.substring(equals + 1));
            }
        }
        return environment;
    }
}

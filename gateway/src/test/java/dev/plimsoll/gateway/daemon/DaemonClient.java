package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** A client of the daemon for tests. A test sends frames with it, and reads the frames that the daemon sends. */
@NullMarked
final class DaemonClient implements AutoCloseable {

    private final FrameChannel frames;
    private final StringBuilder lines = new StringBuilder();
    private String errors = "";

    DaemonClient(FrameChannel frames) {
        this.frames = frames;
    }

    /** Encodes the fields of a request. Each field follows its length, which has four bytes. */
    static byte[] encodeFields(List<String> fields) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (String field : fields) {
            byte[] text = field.getBytes(StandardCharsets.UTF_8);
            out.writeInt(text.length);
            out.write(text);
        }
        return bytes.toByteArray();
    }

    /**
     * Sends the request for a session of a client process in a folder.
     *
     * @param processAttributes the limits and namespaces of the process; the daemon declines requests with other limits or namespaces
     *     than its own
     * @param arguments the arguments of {@code plimsoll}, such as {@code run}
     */
    void request(String folder, Map<String, String> environment, String processAttributes, List<String> arguments)
            throws IOException {
        List<String> fields = new ArrayList<>(List.of(
                "1", "/no/native/client", "77", "22", processAttributes, folder, "", String.valueOf(arguments.size())));
        fields.addAll(arguments);
        environment.forEach((name, value) -> fields.add(name + "=" + value));
        send(Frame.SESSION_REQUEST, encodeFields(fields));
    }

    /** Checks that the daemon accepts the request, and starts the session. */
    DaemonClient start() throws IOException {
        assertThat(next().type()).isEqualTo(Frame.ACCEPTED);
        send(Frame.START);
        return this;
    }

    DaemonClient send(byte type, byte... payload) throws IOException {
        frames.write(type, payload);
        return this;
    }

    DaemonClient sendLine(String line) throws IOException {
        return send(Frame.INPUT, (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    DaemonClient initialize() throws IOException {
        return sendLine("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}");
    }

    /** Returns the next frame, or null if the daemon has closed the connection. */
    @Nullable Frame read() throws IOException {
        return frames.read(1 << 20);
    }

    Frame next() throws IOException {
        return Objects.requireNonNull(read(), "the connection has ended");
    }

    /** Returns the next frame that is not standard error. Adds the text of skipped frames to {@link #errors()}. */
    Frame nextExceptErrorOutput() throws IOException {
        Frame frame = next();
        while (frame.type() == Frame.ERROR_OUTPUT) {
            errors += frame.text();
            frame = next();
        }
        return frame;
    }

    /** Checks that the next frame is standard output, and returns its text. */
    String output() throws IOException {
        Frame frame = nextExceptErrorOutput();
        assertThat((char) frame.type()).as(errors).isEqualTo((char) Frame.OUTPUT);
        return frame.text();
    }

    /** Returns the next line of standard output, and tells the daemon that the bytes have been forwarded. */
    String line() throws IOException {
        while (lines.indexOf("\n") < 0) {
            Frame frame = nextExceptErrorOutput();
            assertThat((char) frame.type()).as(errors).isEqualTo((char) Frame.OUTPUT);
            lines.append(frame.text());
            frames.writeWindowUpdate(Frame.OUTPUT, frame.payload().length);
        }
        int end = lines.indexOf("\n");
        String line = lines.substring(0, end);
        lines.delete(0, end + 1);
        return line;
    }

    /** Calls a tool, and returns the line of the response. */
    String call(int id, String tool, String arguments) throws IOException {
        sendCall(id, tool, arguments);
        return line();
    }

    void sendCall(int id, String tool, String arguments) throws IOException {
        sendLine("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}");
    }

    int exitCode() throws IOException {
        Frame frame = nextExceptErrorOutput();
        while (frame.type() == Frame.OUTPUT) {
            frame = nextExceptErrorOutput();
        }
        assertThat((char) frame.type()).isEqualTo((char) Frame.EXIT);
        return frame.payload()[0] & 0xff;
    }

    /** Returns the text of the frames of standard error so far. */
    String errors() {
        return errors;
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}

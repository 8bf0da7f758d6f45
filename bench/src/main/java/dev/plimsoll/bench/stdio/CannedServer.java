package dev.plimsoll.bench.stdio;

import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineFramer;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A server that takes little time, because it answers each request with the same prepared result of a given size. */
final class CannedServer {

    private static final String RECORD = record();

    private CannedServer() {}

    public static void main(String[] args) throws IOException {
        byte[] result = createResult(Integer.parseInt(args[0]));
        LineFramer lines = new LineFramer(new FileInputStream(FileDescriptor.in), 64 << 20);
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        for (Slice line = lines.next(); line != null; line = lines.next()) {
            Envelope envelope = Envelope.parse(line);
            Slice id = envelope == null ? null : envelope.id();
            if (id != null) {
                out.write(answer(id, result));
            }
        }
    }

    static byte[] answer(Slice id, byte[] result) {
        byte[] start =
                ("{\"jsonrpc\":\"2.0\",\"id\":" + id.utf8() + ",\"result\":").getBytes(StandardCharsets.US_ASCII);
        byte[] message = new byte[start.length + result.length + 2];
        System.arraycopy(start, 0, message, 0, start.length);
        System.arraycopy(result, 0, message, start.length, result.length);
        message[message.length - 2] = '}';
        message[message.length - 1] = '\n';
        return message;
    }

    /** Returns a result of about this number of bytes. For a number below 200, the result has only the text {@code ok}. */
    static byte[] createResult(int bytes) {
        String text =
                bytes < 200 ? "ok" : "[" + RECORD.repeat(bytes / JsonText.escapedLength(Slice.of(RECORD))) + "null]";
        JsonWriter json = new JsonWriter(2 * text.length() + 64).beginObject().beginArray("content");
        json.beginObject().string("type", "text").string("text", text).endObject();
        return json.endArray().endObject().toByteArray();
    }

    private static String record() {
        JsonWriter json = new JsonWriter().beginObject().number("id", 12_345);
        json.string("name", "a record of some words").bool("open", true);
        return json.endObject().slice().utf8() + ",";
    }
}

package dev.plimsoll.bench.stdio;

import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineFramer;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A server with a small and a large tool, which answers the first messages of a client as real servers do. */
final class ColdServer {

    static final int LARGE_BYTES = 1_000_000;

    private ColdServer() {}

    public static void main(String[] args) throws IOException {
        byte[] large = CannedServer.createResult(LARGE_BYTES);
        byte[] small = CannedServer.createResult(2);
        LineFramer lines = new LineFramer(new FileInputStream(FileDescriptor.in), 64 << 20);
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        for (Slice line = lines.next(); line != null; line = lines.next()) {
            Envelope envelope = Envelope.parse(line);
            Slice id = envelope == null ? null : envelope.id();
            if (envelope != null && id != null) {
                byte[] result = switch (String.valueOf(envelope.method())) {
                    case "initialize" -> initializeResult();
                    case "tools/list" -> toolsList();
                    default -> line.utf8().contains(ColdClient.LARGE) ? large : small;
                };
                out.write(CannedServer.answer(id, result));
            }
        }
    }

    private static byte[] initializeResult() {
        JsonWriter json = new JsonWriter().beginObject().string("protocolVersion", "2025-11-25");
        json.beginObject("capabilities").beginObject("tools").endObject().endObject();
        json.beginObject("serverInfo")
                .string("name", "cold")
                .string("version", "1")
                .endObject();
        return json.endObject().toByteArray();
    }

    private static byte[] toolsList() {
        JsonWriter json = new JsonWriter().beginObject();
        json.array("tools", List.of(ColdClient.SMALL, ColdClient.LARGE, "c", "d", "e", "f"), (name, tools) -> {
            tools.beginObject().string("name", name);
            tools.string("description", "Returns records, as many as the argument says, or all of them without it.");
            tools.beginObject("inputSchema").string("type", "object").beginObject("properties");
            tools.beginObject("n").string("type", "integer").endObject();
            tools.endObject().endObject().endObject();
        });
        return json.endObject().toByteArray();
    }
}

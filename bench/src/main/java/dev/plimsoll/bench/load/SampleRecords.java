package dev.plimsoll.bench.load;

import dev.plimsoll.json.Slice;
import java.util.Random;
import java.util.UUID;

/**
 * Creates arrays of records of about 570 bytes, like those of business tools. Two calls with the same size return the same
 * bytes.
 */
public final class SampleRecords {

    private static final int TYPICAL_BYTES = 570;
    private static final String[] NAMES = {
        "Anna Berg", "José Pérez", "Łukasz Nowak", "Mary Jones", "李小龍", "Zoë Ångström"
    };
    private static final String[] TAGS = {"priority", "eu-west", "beta", "invoice", "archived", "customer"};

    private SampleRecords() {}

    /** Creates a minified JSON array with as many records as are needed for at least the given number of characters. */
    public static Slice array(int bytes) {
        Random random = new Random(20_261_121L);
        StringBuilder out = new StringBuilder(bytes + 2 * TYPICAL_BYTES).append('[');
        for (int i = 1; out.length() < bytes; i++) {
            out.append(i == 1 ? "" : ",");
            appendRecord(out, random, i);
        }
        return Slice.of(out.append(']').toString());
    }

    private static void appendRecord(StringBuilder out, Random random, int i) {
        out.append("{\"id\":\"").append(new UUID(random.nextLong(), random.nextLong()));
        out.append("\",\"number\":").append(i);
        out.append(",\"createdAt\":\"2026-0").append(1 + i % 9).append("-1").append(i % 10);
        out.append("T08:").append(10 + i % 50).append(":00Z\",\"name\":\"");
        out.append(NAMES[random.nextInt(NAMES.length)])
                .append("\",\"email\":\"user")
                .append(i);
        out.append("@example.org\",\"address\":{\"street\":\"Main Street ").append(random.nextInt(400));
        out.append("\",\"city\":\"Zürich\",\"geo\":{\"lat\":47.").append(random.nextInt(1_000_000));
        out.append(",\"lon\":8.").append(random.nextInt(1_000_000)).append("}},\"tags\":[\"");
        out.append(TAGS[random.nextInt(TAGS.length)]).append("\",\"").append(TAGS[random.nextInt(TAGS.length)]);
        out.append("\"],\"active\":").append(random.nextBoolean()).append(",\"score\":");
        out.append(random.nextInt(10_000) / 100.0).append(",\"manager\":null,\"description\":\"");
        out.append("Asked for the \\\"quarterly\\\" figures of region ").append(random.nextInt(90));
        out.append(".\\nWas told that they follow after the next closing; see ticket ");
        out.append(random.nextInt(1_000_000)).append(" and the notes of the last call.\\nNothing else is open.\"}");
    }
}

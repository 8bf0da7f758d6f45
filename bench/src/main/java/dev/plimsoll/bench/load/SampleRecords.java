package dev.plimsoll.bench.load;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.Random;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

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
    public static Slice generateArray(int minChars) {
        Random random = new Random(20_261_121L);
        StringBuilder out = new StringBuilder(minChars + 2 * TYPICAL_BYTES).append('[');
        for (int i = 1; out.length() < minChars; i++) {
            out.append(i == 1 ? "" : ",");
            out.append(record(random, i));
        }
        return Slice.of(out.append(']').toString());
    }

    /** Creates the array of {@link #generateArray}, but with each member on its own line, indented by two spaces. */
    public static Slice generateIndentedArray(int minChars) {
        return Slice.of(JsonMapper.shared()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(
                        JsonMapper.shared().readTree(generateArray(minChars).utf8())));
    }

    private static String record(Random random, int i) {
        JsonWriter json = new JsonWriter(2 * TYPICAL_BYTES).beginObject();
        json.string("id", new UUID(random.nextLong(), random.nextLong()).toString())
                .number("number", i);
        json.string("createdAt", "2026-0" + (1 + i % 9) + "-1" + i % 10 + "T08:" + (10 + i % 50) + ":00Z");
        json.string("name", NAMES[random.nextInt(NAMES.length)]).string("email", "user" + i + "@example.org");
        json.beginObject("address").string("street", "Main Street " + random.nextInt(400));
        json.string("city", "Zürich").beginObject("geo").raw("lat", "47." + random.nextInt(1_000_000));
        json.raw("lon", "8." + random.nextInt(1_000_000)).endObject().endObject();
        json.beginArray("tags").string(TAGS[random.nextInt(TAGS.length)]);
        json.string(TAGS[random.nextInt(TAGS.length)]).endArray().bool("active", random.nextBoolean());
        json.raw("score", Double.toString(random.nextInt(10_000) / 100.0)).nullValue("manager");
        json.string(
                "description",
                "Asked for the \"quarterly\" figures of region " + random.nextInt(90)
                        + ".\nWas told that they follow after the next closing; see ticket "
                        + random.nextInt(1_000_000) + " and the notes of the last call.\nNothing else is open.");
        return json.endObject().slice().utf8();
    }
}

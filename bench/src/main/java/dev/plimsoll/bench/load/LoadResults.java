package dev.plimsoll.bench.load;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/** Results of {@code tools/call} that contain a document, each in its own array, as if just received. */
public final class LoadResults {

    private LoadResults() {}

    /** Creates a result with the document in one text block. */
    public static Slice text(Slice document) {
        return exactly(block(new ByteSink(document.length() * 2), document).ascii("}"));
    }

    /** Creates a result with the array as a member of {@code structuredContent}, and empty content. */
    public static Slice structured(Slice array) {
        ByteSink out = new ByteSink(array.length() + 100).ascii("{\"content\":[],\"structuredContent\":");
        return exactly(out.raw(object(array)).ascii("}"));
    }

    /** Creates a result with structured content that is repeated in a text block, as the specification recommends. */
    public static Slice structuredWithText(Slice array) {
        Slice object = object(array);
        ByteSink out = block(new ByteSink(array.length() * 3), object);
        return exactly(out.ascii(",\"structuredContent\":").raw(object).ascii("}"));
    }

    /** Creates an object that consists almost entirely of the array. */
    public static Slice object(Slice array) {
        return exactly(new ByteSink(array.length() + 64)
                .ascii("{\"page\":1,\"items\":")
                .raw(array)
                .ascii("}"));
    }

    private static ByteSink block(ByteSink out, Slice document) {
        return out.ascii("{\"content\":[{\"type\":\"text\",\"text\":")
                .string(document)
                .ascii("}]");
    }

    private static Slice exactly(ByteSink out) {
        return Slice.of(out.toByteArray());
    }
}

package dev.plimsoll.bench.load;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/** Results of {@code tools/call} around a document, each in an array of its own as if just read from the wire. */
public final class LoadResults {

    private LoadResults() {}

    /** The document in one text block. */
    public static Slice text(Slice document) {
        return exactly(block(new ByteSink(document.length() * 2), document).ascii("}"));
    }

    /** The array as a member of {@code structuredContent}, with no content. */
    public static Slice structured(Slice array) {
        ByteSink out = new ByteSink(array.length() + 100).ascii("{\"content\":[],\"structuredContent\":");
        return exactly(out.raw(object(array)).ascii("}"));
    }

    /** The same, repeated in a text block as the specification advises. */
    public static Slice doubled(Slice array) {
        Slice object = object(array);
        ByteSink out = block(new ByteSink(array.length() * 3), object);
        return exactly(out.ascii(",\"structuredContent\":").raw(object).ascii("}"));
    }

    /** An object that is almost all array. */
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

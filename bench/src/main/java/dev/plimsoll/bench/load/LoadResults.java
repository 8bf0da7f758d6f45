package dev.plimsoll.bench.load;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/**
 * Creates results of {@code tools/call} that contain a document. Each result has a byte array of its own, like a received
 * message.
 */
public final class LoadResults {

    private LoadResults() {}

    /** Creates a result with the document in one text block. */
    public static Slice text(Slice document) {
        return toSlice(writeTextBlock(new ByteSink(document.length() * 2), document).ascii("}"));
    }

    /** Creates a result with the array as a member of {@code structuredContent}, and empty content. */
    public static Slice structured(Slice array) {
        ByteSink out = new ByteSink(array.length() + 100).ascii("{\"content\":[],\"structuredContent\":");
        return toSlice(out.raw(object(array)).ascii("}"));
    }

    /** Creates a result with structured content that is repeated in a text block, as the specification recommends. */
    public static Slice structuredWithText(Slice array) {
        Slice object = object(array);
        ByteSink out = writeTextBlock(new ByteSink(array.length() * 3), object);
        return toSlice(out.ascii(",\"structuredContent\":").raw(object).ascii("}"));
    }

    /** Creates an object that contains little besides the array. */
    public static Slice object(Slice array) {
        return toSlice(new ByteSink(array.length() + 64)
                .ascii("{\"page\":1,\"items\":")
                .raw(array)
                .ascii("}"));
    }

    private static ByteSink writeTextBlock(ByteSink out, Slice document) {
        return out.ascii("{\"content\":[{\"type\":\"text\",\"text\":")
                .string(document)
                .ascii("}]");
    }

    private static Slice toSlice(ByteSink out) {
        return Slice.of(out.toByteArray());
    }
}

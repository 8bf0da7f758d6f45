package dev.plimsoll.gateway.show;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Result that the app page displays, as a sequence of values that the page can read in any order. Immutable. */
final class ResultView {

    /** Maximum length of the values in one read. The limit of a message is larger, because it has other members too. */
    static final int MAX_BYTES = (256 << 10) - 1024;

    private static final Set<String> BINARY_TYPES = Set.of("image", "audio", "resource");

    private final ResultKind kind;
    private final Source source;
    private final long bytes;

    /** A sequence of JSON values. */
    private interface Source {

        int count();

        /**
         * Returns the value at an index. A value of more than {@link #MAX_BYTES} is shortened, and added to
         * {@code folded}, except media.
         */
        Slice value(int index, List<FoldedValue> folded);

        /** Writes additional members about the values in a range. */
        default void describe(int from, int to, JsonWriter json) {}
    }

    private ResultView(ResultKind kind, Source source, long bytes) {
        this.kind = kind;
        this.source = source;
        this.bytes = bytes;
    }

    /** Creates the view of a document. */
    static ResultView of(Document document) {
        Slice value = document.bytes();
        int length = value.length();
        if (!document.isJson()) {
            return new ResultView(ResultKind.TEXT, new Lines(TextLines.of(value)), 2L * length);
        }
        return switch (Json.type(value)) {
            case ARRAY -> new ResultView(ResultKind.LIST, new Items(ItemIndex.of(value)), 2L * length);
            case OBJECT ->
                isBinary(value)
                        ? new ResultView(binaryKind(value), new OneValue(value, false), length)
                        : new ResultView(ResultKind.OBJECT, new Entries(MemberIndex.of(value)), 2L * length);
            default -> new ResultView(ResultKind.VALUE, new OneValue(value, true), length);
        };
    }

    /** Returns whether an object is a content block with an image, audio, or a blob, which must not be shortened. */
    private static boolean isBinary(Slice object) {
        String type = ObjectEdit.textIn(object, "type", 64);
        Slice data = Members.get(object, "data");
        Slice resource = Members.get(object, "resource");
        boolean hasData = data != null && Json.type(data) == JsonType.STRING && Members.get(object, "mimeType") != null;
        boolean hasBlob =
                resource != null && Json.type(resource) == JsonType.OBJECT && Members.get(resource, "blob") != null;
        return type != null && BINARY_TYPES.contains(type) && (hasData || hasBlob);
    }

    private static ResultKind binaryKind(Slice block) {
        return "image".equals(ObjectEdit.textIn(block, "type", 64)) ? ResultKind.IMAGE : ResultKind.VALUE;
    }

    ResultKind kind() {
        return kind;
    }

    int totalCount() {
        return source.count();
    }

    /**
     * Returns a description such as "1,200 items". A long line of a text consists of several values, but
     * counts once.
     */
    String description() {
        return kind.describeCount(source instanceof Lines text ? text.lines.lineCount() : totalCount());
    }

    /** Returns an upper bound of the memory that the view needs, in bytes. */
    long bytes() {
        return bytes;
    }

    /**
     * Returns the values from an index on, as many as fit into one read. There is at least one value, unless
     * the index is at the end.
     *
     * @param count the most values to return
     */
    Slice read(int from, int count) {
        JsonWriter json = new JsonWriter(MAX_BYTES / 4).beginObject();
        json.number("totalCount", totalCount()).number("from", from);
        ByteSink values = new ByteSink(MAX_BYTES / 4).ascii("[");
        List<FoldedValue> folded = new ArrayList<>();
        int next = from;
        while (next < totalCount() && next - from < count) {
            int size = values.size();
            values.ascii(next == from ? "" : ",").json(source.value(next, folded));
            if (values.size() > MAX_BYTES && next > from) {
                values.truncate(size);
                int excluded = next;
                folded.removeIf(value -> value.index() == excluded);
                break;
            }
            next++;
        }
        json.raw(kind == ResultKind.TEXT ? "lines" : "items", values.ascii("]").slice());
        if (!folded.isEmpty()) {
            json.name("folded").array(folded, FoldedValue::write);
        }
        source.describe(from, next, json);
        return json.endObject().slice();
    }

    private record Items(ItemIndex index) implements Source {

        @Override
        public int count() {
            return index.count();
        }

        @Override
        public Slice value(int position, List<FoldedValue> folded) {
            return FoldedValue.fold(index.item(position), position, folded);
        }
    }

    private record Entries(MemberIndex index) implements Source {

        @Override
        public int count() {
            return index.count();
        }

        @Override
        public Slice value(int position, List<FoldedValue> folded) {
            Slice value = FoldedValue.fold(index.value(position), position, folded);
            JsonWriter json = new JsonWriter(value.length() + index.keyLength(position) + 32).beginObject();
            json.raw("key", FoldedValue.foldKey(index.key(position)));
            return json.raw("value", value).endObject().slice();
        }
    }

    private record Lines(TextLines lines) implements Source {

        @Override
        public int count() {
            return lines.count();
        }

        @Override
        public Slice value(int position, List<FoldedValue> folded) {
            return new ByteSink(lines.text(position).length() + 16)
                    .string(lines.text(position))
                    .slice();
        }

        @Override
        public void describe(int from, int to, JsonWriter json) {
            lines.describe(from, to, json);
        }
    }

    /** @param canFold whether the value is shortened if it is too long */
    private record OneValue(Slice value, boolean canFold) implements Source {

        @Override
        public int count() {
            return 1;
        }

        @Override
        public Slice value(int position, List<FoldedValue> folded) {
            return canFold ? FoldedValue.fold(value, position, folded) : value;
        }
    }
}

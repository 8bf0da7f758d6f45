package dev.plimsoll.format;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.Dominance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Data in a text, put in the place of that text.
 *
 * @param original the text, or the object that it dominates, as it came
 * @param data as its format reads it
 * @param way the keys that lead to the text in the original; empty where it is the text
 * @param whole the original with the data in the place of the text
 * @param value the data, as a range of {@code whole}
 */
public record TextRecords(Document original, TextData data, List<String> way, Slice whole, Slice value) {

    /** Reads the data in a document; null where there is none. */
    public static @Nullable TextRecords in(Document original) {
        return in(
                original,
                object -> Dominance.of(object, MemberIndex.of(object)),
                string -> JsonText.unescaped(Json.stringInside(string)));
    }

    /**
     * Reads the data in a document; null where there is none.
     *
     * @param dominance finds what dominates an object
     * @param text decodes a string
     */
    public static @Nullable TextRecords in(
            Document original, Function<Slice, @Nullable Dominance> dominance, Function<Slice, Slice> text) {
        if (!original.json()) {
            TextData data = TextFormats.read(original.bytes());
            return data == null ? null : of(original, data, List.of(), original.bytes());
        }
        Dominance dominating = original.is(JsonType.OBJECT) ? dominance.apply(original.bytes()) : null;
        if (dominating == null || dominating.isArray()) {
            return null;
        }
        TextData data = TextFormats.read(text.apply(dominating.value()));
        return data == null ? null : of(original, data, dominating.way(), dominating.value());
    }

    /** Puts the data in the place of {@code text}, which is a range of the original. */
    private static TextRecords of(Document original, TextData data, List<String> way, Slice text) {
        Slice all = original.bytes();
        ByteSink out = new ByteSink(data.size() + all.length() - text.length() + 64);
        out.raw(new Slice(all.bytes(), all.from(), text.from()));
        int from = out.size();
        data.writeTo(out);
        int to = out.size();
        out.raw(new Slice(all.bytes(), text.to(), all.to()));
        return new TextRecords(original, data, way, out.slice(), out.slice(from, to));
    }

    /** The data alone. */
    public Document document() {
        return new Document(value, true);
    }

    /** Returns whether the data is an array. */
    public boolean isList() {
        return document().is(JsonType.ARRAY);
    }

    /** The list or text that makes up most of {@code whole}; null where there is none. */
    public @Nullable Dominance dominance(Function<Slice, MemberIndex> members) {
        if (isList()) {
            return new Dominance(way, value);
        }
        Dominance inner = Dominance.of(value, members.apply(value));
        if (inner == null) {
            return null;
        }
        List<String> all = new ArrayList<>(way);
        all.addAll(inner.way());
        return new Dominance(all, inner.value());
    }

    /** A place in {@code whole} as a place in the data. */
    public JsonPointer inData(JsonPointer inWhole) {
        JsonPointer inside = JsonPointer.root();
        for (String token : inWhole.tokens().subList(way.size(), inWhole.tokens().size())) {
            inside = inside.child(token);
        }
        return inside;
    }
}

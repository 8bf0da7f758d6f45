package dev.plimsoll.search.rank;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.search.DocumentFacts;
import dev.plimsoll.search.ScalarWalker;
import dev.plimsoll.search.Search;
import dev.plimsoll.search.SearchDeadline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Divides a document into passages: the items of its outermost lists, the members outside lists, and parts of its texts. A
 * long string in an item has passages of its own.
 */
public final class PassageCollector {

    /** Names of members whose text names the object around a long string. */
    private static final List<String> NAMES = List.of("title", "name", "subject", "heading");

    private static final int MAX_KEY = 64;
    private static final int[] NO_WORDS = {};

    private final PassageIndexBuilder builder;
    private final DocumentFacts documentFacts;
    private final HeadingSource headingSource;

    /** Finds the headings of the texts in a document. */
    @FunctionalInterface
    public interface HeadingSource {

        /** Returns the headings of a text; null if it has none that are known. */
        @Nullable TextHeadings headings(Slice text);
    }

    private PassageCollector(DocumentFacts documentFacts, HeadingSource headingSource, SearchDeadline searchDeadline) {
        this.builder = new PassageIndexBuilder(searchDeadline);
        this.documentFacts = documentFacts;
        this.headingSource = headingSource;
    }

    /** Builds the index of a decoded text. */
    public static PassageIndex ofText(
            Slice text, DocumentFacts documentFacts, HeadingSource headingSource, SearchDeadline searchDeadline) {
        PassageCollector collector = new PassageCollector(documentFacts, headingSource, searchDeadline);
        collector.addText(text, new Unit(0, 0, -1), NO_WORDS);
        return collector.builder.build();
    }

    /** Builds the index of JSON values. All are slices of one byte array, in the order of their offsets. */
    public static PassageIndex ofJson(
            Iterable<Slice> values,
            DocumentFacts documentFacts,
            HeadingSource headingSource,
            SearchDeadline searchDeadline) {
        PassageCollector collector = new PassageCollector(documentFacts, headingSource, searchDeadline);
        values.forEach(value -> collector.addValue(value, NO_WORDS, 0));
        return collector.builder.build();
    }

    /** Returns the titles above a passage of a text whose headings the source does not know. */
    public static List<String> headingPath(Slice text, LineIndex lines, int heading) {
        return HeadingLines.of(text, lines).path(heading);
    }

    /** Position of the value that passages are in. */
    private record Unit(int offset, int number, int value) {}

    private void addText(Slice text, Unit unit, int[] namesAbove) {
        LineIndex lines = documentFacts.lines(text);
        TextHeadings known = headingSource.headings(text);
        TextHeadings headings = known == null ? HeadingLines.of(text, lines) : known;
        int[] cachedFor = {-1};
        int[][] cached = {NO_WORDS};
        new PassageSplitter(text, lines, headings, (from, to, heading) -> {
                    if (heading >= 0 && cachedFor[0] != heading) {
                        cachedFor[0] = heading;
                        cached[0] = builder.wordsOf(String.join(" ", headings.path(heading)));
                    }
                    builder.passages().add(unit.offset, unit.number, unit.value, from, to, heading);
                    builder.addText(text.bytes(), text.from() + from, text.from() + to);
                    builder.addHeading(heading < 0 ? NO_WORDS : cached[0]);
                    builder.addHeading(namesAbove);
                    builder.endPassage();
                })
                .split();
    }

    private void addValue(Slice value, int[] namesAbove, int depth) {
        JsonType type = Json.type(value);
        if (type == JsonType.ARRAY) {
            ItemIndex items = documentFacts.items(value);
            for (int i = 0; i < items.count(); i++) {
                addItem(items.item(i), new Unit(items.start(i), i, items.start(i)), namesAbove);
            }
        } else if (type == JsonType.OBJECT && depth < Search.MAX_DEPTH) {
            addMembers(value, depth);
        } else if (isText(value)) {
            addText(documentFacts.text(value), new Unit(value.from(), 0, value.from()), namesAbove);
        } else {
            addWithLongStrings(value, new Unit(value.from(), 0, value.from()), namesAbove);
        }
    }

    private void addMembers(Slice object, int depth) {
        Members members = Members.of(object);
        while (members.next()) {
            Slice key = members.key();
            Slice value = members.value();
            JsonType type = members.type();
            boolean isSeparate = type == JsonType.ARRAY
                    || (type == JsonType.OBJECT
                            && depth + 1 < Search.MAX_DEPTH
                            && value.length() > PassageSplitter.MAX_BYTES)
                    || isText(value);
            if (isSeparate) {
                addValue(value, wordsOf(key), depth + 1);
            } else {
                Slice member = new Slice(key.bytes(), key.from() - 1, value.to());
                addWithLongStrings(member, new Unit(key.from() - 1, 0, value.from()), NO_WORDS);
            }
        }
    }

    private int[] wordsOf(Slice key) {
        return key.length() > MAX_KEY
                ? NO_WORDS
                : builder.wordsOf(ScalarWalker.decoded(key).utf8());
    }

    /** Returns whether a string has passages of its own: it has several lines, or is long. */
    private static boolean isText(Slice value) {
        return Json.type(value) == JsonType.STRING
                && (value.length() > PassageSplitter.MAX_BYTES || Search.hasLines(value));
    }

    private static boolean isLong(Slice value) {
        return Json.type(value) == JsonType.STRING && value.length() > PassageSplitter.MAX_BYTES;
    }

    private void addItem(Slice item, Unit unit, int[] namesAbove) {
        if (isLong(item)) {
            addText(documentFacts.text(item), unit, namesAbove);
            return;
        }
        addWithLongStrings(item, unit, namesAbove);
    }

    /** Adds a value as one passage, and its long strings as passages of their own. */
    private void addWithLongStrings(Slice value, Unit unit, int[] namesAbove) {
        addWhole(value, unit, namesAbove);
        if (value.length() <= PassageSplitter.MAX_BYTES) {
            return;
        }
        int[] names = nameOf(value);
        ScalarWalker scalars = new ScalarWalker(value);
        while (scalars.next()) {
            Slice token = scalars.token();
            if (isLong(token)) {
                addText(documentFacts.text(token), new Unit(unit.offset, unit.number, token.from()), names);
            }
        }
    }

    /** Returns the words of the member that names a record. */
    private int[] nameOf(Slice item) {
        if (Json.type(item) != JsonType.OBJECT) {
            return NO_WORDS;
        }
        Members members = Members.of(item);
        while (members.next()) {
            boolean isShort =
                    members.type() == JsonType.STRING && members.value().length() <= PassageSplitter.MAX_BYTES;
            if (isShort && members.key().length() <= MAX_KEY && NAMES.contains(members.keyText())) {
                return builder.wordsOf(
                        ScalarWalker.decoded(Json.stringInside(members.value())).utf8());
            }
        }
        return NO_WORDS;
    }

    /** Adds the keys and values of a value or member as one passage, without long strings. */
    private void addWhole(Slice value, Unit unit, int[] namesAbove) {
        builder.passages().addWhole(unit.offset, unit.number, unit.value);
        ScalarWalker scalars = new ScalarWalker(value);
        while (scalars.next()) {
            if (!isLong(scalars.token())) {
                Slice text = scalars.text();
                builder.addText(text.bytes(), text.from(), text.to());
            }
        }
        builder.addHeading(namesAbove);
        builder.endPassage();
    }
}

package dev.plimsoll.search.rank;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.search.DocumentIndexes;
import dev.plimsoll.search.ScalarWalker;
import dev.plimsoll.search.Search;
import dev.plimsoll.search.SearchDeadline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Divides a document into passages, and builds their index. The passages are the items of the outermost lists, the members outside
 * lists, and parts of the texts. A long string in an item has separate passages.
 */
public final class PassageCollector {

    /** Keys of members whose text is a title of the object that contains a long string. */
    private static final List<String> TITLE_KEYS = List.of("title", "name", "subject", "heading");

    private static final int MAX_KEY_LENGTH = 64;
    private static final int[] NO_WORDS = {};

    private final PassageIndexBuilder builder;
    private final DocumentIndexes documentIndexes;
    private final HeadingSource headingSource;

    /** Finds the headings of the texts in a document. */
    @FunctionalInterface
    public interface HeadingSource {

        /** Returns the headings of a text; null if the source has none for this text. */
        @Nullable TextHeadings headings(Slice text);
    }

    private PassageCollector(
            DocumentIndexes documentIndexes, HeadingSource headingSource, SearchDeadline searchDeadline) {
        this.builder = new PassageIndexBuilder(searchDeadline);
        this.documentIndexes = documentIndexes;
        this.headingSource = headingSource;
    }

    /** Builds the index of a decoded text. */
    public static PassageIndex indexText(
            Slice text, DocumentIndexes documentIndexes, HeadingSource headingSource, SearchDeadline searchDeadline) {
        PassageCollector collector = new PassageCollector(documentIndexes, headingSource, searchDeadline);
        collector.addText(text, new ValuePosition(0, 0, -1), NO_WORDS);
        return collector.builder.build();
    }

    /** Builds the index of JSON values, which must be slices of one byte array in ascending order. */
    public static PassageIndex indexJson(
            Iterable<Slice> values,
            DocumentIndexes documentIndexes,
            HeadingSource headingSource,
            SearchDeadline searchDeadline) {
        PassageCollector collector = new PassageCollector(documentIndexes, headingSource, searchDeadline);
        values.forEach(value -> collector.addValue(value, NO_WORDS, 0));
        return collector.builder.build();
    }

    /**
     * Returns the titles of a heading and of the headings above it, in a text for which the {@link HeadingSource} has
     * no headings.
     */
    public static List<String> headingPath(Slice text, LineIndex lines, int heading) {
        return HeadingLines.find(text, lines).path(heading);
    }

    /** Position of the value that contains passages; see {@link PassageList}. */
    private record ValuePosition(int unitOffset, int numberInUnit, int valueOffset) {}

    /** Words of the headings of a text. Caches those of the last heading, because many consecutive passages have the same heading. */
    private final class HeadingWords {

        private final TextHeadings headings;
        private int cachedHeading = -1;
        private int[] cachedWords = NO_WORDS;

        HeadingWords(TextHeadings headings) {
            this.headings = headings;
        }

        /** Returns the words of a heading and of those above it; none for -1. */
        int[] wordsOfHeading(int heading) {
            if (heading < 0) {
                return NO_WORDS;
            }
            if (heading != cachedHeading) {
                cachedHeading = heading;
                cachedWords = builder.wordsOf(String.join(" ", headings.path(heading)));
            }
            return cachedWords;
        }
    }

    private void addText(Slice text, ValuePosition position, int[] titleWords) {
        LineIndex lines = documentIndexes.lines(text);
        TextHeadings sourceHeadings = headingSource.headings(text);
        TextHeadings headings = sourceHeadings == null ? HeadingLines.find(text, lines) : sourceHeadings;
        HeadingWords headingWords = new HeadingWords(headings);
        new PassageSplitter(text, lines, headings, (from, to, heading) -> {
                    builder.passages()
                            .add(position.unitOffset, position.numberInUnit, position.valueOffset, from, to, heading);
                    builder.addText(text.bytes(), text.from() + from, text.from() + to);
                    builder.addHeadingWords(headingWords.wordsOfHeading(heading));
                    builder.addHeadingWords(titleWords);
                    builder.endPassage();
                })
                .split();
    }

    private void addValue(Slice value, int[] titleWords, int depth) {
        JsonType type = Json.type(value);
        if (type == JsonType.ARRAY) {
            ItemIndex items = documentIndexes.items(value);
            for (int i = 0; i < items.count(); i++) {
                addItem(items.item(i), new ValuePosition(items.start(i), i, items.start(i)), titleWords);
            }
        } else if (type == JsonType.OBJECT && depth < Search.MAX_DEPTH) {
            addMembers(value, depth);
        } else if (isText(value)) {
            addText(documentIndexes.text(value), new ValuePosition(value.from(), 0, value.from()), titleWords);
        } else {
            addWithLongStrings(value, new ValuePosition(value.from(), 0, value.from()), titleWords);
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
                addWithLongStrings(member, new ValuePosition(key.from() - 1, 0, value.from()), NO_WORDS);
            }
        }
    }

    private int[] wordsOf(Slice key) {
        return key.length() > MAX_KEY_LENGTH
                ? NO_WORDS
                : builder.wordsOf(ScalarWalker.decode(key).utf8());
    }

    /** Returns whether a value is a string with separate passages: one with several lines, or a long one. */
    private static boolean isText(Slice value) {
        return Json.type(value) == JsonType.STRING
                && (value.length() > PassageSplitter.MAX_BYTES || Search.hasLines(value));
    }

    private static boolean isLong(Slice value) {
        return Json.type(value) == JsonType.STRING && value.length() > PassageSplitter.MAX_BYTES;
    }

    private void addItem(Slice item, ValuePosition position, int[] titleWords) {
        if (isLong(item)) {
            addText(documentIndexes.text(item), position, titleWords);
            return;
        }
        addWithLongStrings(item, position, titleWords);
    }

    /** Adds a value as one passage, and its long strings as separate passages. */
    private void addWithLongStrings(Slice value, ValuePosition position, int[] titleWords) {
        addWholeValue(value, position, titleWords);
        if (value.length() <= PassageSplitter.MAX_BYTES) {
            return;
        }
        int[] words = titleWordsOf(value);
        ScalarWalker scalars = new ScalarWalker(value);
        while (scalars.next()) {
            Slice token = scalars.token();
            if (isLong(token)) {
                addText(
                        documentIndexes.text(token),
                        new ValuePosition(position.unitOffset, position.numberInUnit, token.from()),
                        words);
            }
        }
    }

    /** Returns the words of the title of a record. */
    private int[] titleWordsOf(Slice item) {
        if (Json.type(item) != JsonType.OBJECT) {
            return NO_WORDS;
        }
        Members members = Members.of(item);
        while (members.next()) {
            boolean isShort =
                    members.type() == JsonType.STRING && members.value().length() <= PassageSplitter.MAX_BYTES;
            if (isShort && members.key().length() <= MAX_KEY_LENGTH && TITLE_KEYS.contains(members.keyText())) {
                return builder.wordsOf(
                        ScalarWalker.decode(Json.stringInside(members.value())).utf8());
            }
        }
        return NO_WORDS;
    }

    /** Adds the keys and values of a value or member as one passage, without long strings. */
    private void addWholeValue(Slice value, ValuePosition position, int[] titleWords) {
        builder.passages().addWhole(position.unitOffset, position.numberInUnit, position.valueOffset);
        ScalarWalker scalars = new ScalarWalker(value);
        while (scalars.next()) {
            if (!isLong(scalars.token())) {
                Slice text = scalars.text();
                builder.addText(text.bytes(), text.from(), text.to());
            }
        }
        builder.addHeadingWords(titleWords);
        builder.endPassage();
    }
}

package dev.plimsoll.format.yaml;

import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Counts properties that tell YAML from texts that are valid YAML by accident: sentences with a colon, lists
 * of Markdown, lines of {@code key: value}.
 */
final class YamlShape {

    /** Number of blanks from which a text is a sentence. */
    private static final int SENTENCE = 5;

    /** Number of blanks from which an item of a list is rather a clause than a value. */
    private static final int CLAUSE = 2;

    /** Minimum number of members of a document in which a value in brackets shows that it is YAML. */
    private static final int MIN_MEMBERS = 3;

    private int keys;
    private int spacedKeys;
    private int rootKeys;
    private boolean hasSpacedRootKey;
    private int scalars;
    private int sentences;
    private int items;
    private int clauses;

    /** Number of collections inside the document without brackets. */
    private int blocks;

    /** Number of collections inside the document with brackets. */
    private int flows;

    /** Number of mappings inside the document. */
    private int innerMaps;

    void addKey(boolean isSpaced, int depth) {
        keys++;
        spacedKeys += isSpaced ? 1 : 0;
        rootKeys += depth == 1 ? 1 : 0;
        hasSpacedRootKey |= depth == 1 && isSpaced;
    }

    void addValue(ScalarEvent event, boolean isItem) {
        boolean isPlain = event.getScalarStyle() == ScalarStyle.PLAIN;
        addValue(isPlain, isPlain ? blanks(event.getValue()) : 0, isItem);
    }

    /**
     * Counts a scalar that is no key.
     *
     * @param blanks the number of blanks in it, if it is plain
     */
    void addValue(boolean isPlain, int blanks, boolean isItem) {
        scalars++;
        items += isItem ? 1 : 0;
        sentences += isPlain && blanks >= SENTENCE ? 1 : 0;
        clauses += isPlain && isItem && blanks >= CLAUSE ? 1 : 0;
    }

    void addCollection(boolean isFlow, boolean isMap, int depth) {
        if (depth > 0) {
            blocks += isFlow ? 0 : 1;
            flows += isFlow ? 1 : 0;
            innerMaps += isMap ? 1 : 0;
        }
    }

    private static int blanks(String value) {
        int count = 0;
        for (int i = value.indexOf(' '); i >= 0 && count < SENTENCE; i = value.indexOf(' ', i + 1)) {
            count++;
        }
        return count;
    }

    /** Returns whether keys and values look like data, and not like sentences. */
    boolean isData() {
        boolean hasNames = keys > 0 && !hasSpacedRootKey && 10 * spacedKeys <= keys;
        return hasNames && 2 * sentences <= scalars && (innerMaps > 0 || 2 * clauses <= items);
    }

    /**
     * Returns whether a document that is a mapping has more than lines of {@code key: value}: nested blocks,
     * or values in brackets.
     */
    boolean isNested() {
        return blocks > 0 || (flows > 0 && rootKeys >= MIN_MEMBERS);
    }

    /** Returns whether the items of a document that is a list are rather records than lines of Markdown. */
    boolean hasRecords(int rootItems) {
        return 2 * innerMaps >= rootItems && keys > rootItems;
    }
}

package dev.plimsoll.format.yaml;

import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Counts of properties that distinguish YAML from texts that happen to be valid YAML: sentences with a colon, Markdown
 * lists, lines of {@code key: value}.
 */
final class YamlShape {

    /** Minimum number of blanks in a text that is taken for a sentence. */
    private static final int MIN_SENTENCE_BLANKS = 5;

    /** Minimum number of blanks in a list item that is taken for a clause and not for a value. */
    private static final int MIN_CLAUSE_BLANKS = 2;

    /** Minimum number of members of a document in which a value in brackets shows that it is YAML. */
    private static final int MIN_MEMBERS = 3;

    private int keyCount;
    private int keysWithBlanks;
    private int rootKeyCount;
    private boolean hasRootKeyWithBlank;
    private int scalarCount;
    private int sentenceCount;
    private int itemCount;
    private int clauseCount;

    /** Number of collections that are inside another one and have no brackets. */
    private int blockCollections;

    /** Number of collections that are inside another one and have brackets. */
    private int flowCollections;

    /** Number of mappings that are inside another collection. */
    private int innerMaps;

    /**
     * Counts a key.
     *
     * @param depth the number of collections around the key; 1 for a key of the root
     */
    void addKey(boolean hasBlank, int depth) {
        keyCount++;
        keysWithBlanks += hasBlank ? 1 : 0;
        rootKeyCount += depth == 1 ? 1 : 0;
        hasRootKeyWithBlank |= depth == 1 && hasBlank;
    }

    void addValue(ScalarEvent event, boolean isItem) {
        boolean isPlain = event.getScalarStyle() == ScalarStyle.PLAIN;
        addValue(isPlain, isPlain ? countBlanks(event.getValue()) : 0, isItem);
    }

    /**
     * Counts a scalar that is not a key.
     *
     * @param blanks the number of blanks in it, if it is plain
     */
    void addValue(boolean isPlain, int blanks, boolean isItem) {
        scalarCount++;
        itemCount += isItem ? 1 : 0;
        sentenceCount += isPlain && blanks >= MIN_SENTENCE_BLANKS ? 1 : 0;
        clauseCount += isPlain && isItem && blanks >= MIN_CLAUSE_BLANKS ? 1 : 0;
    }

    /**
     * Counts a collection.
     *
     * @param isFlow whether it has brackets
     * @param depth the number of collections around it; 0 for the root, which is not counted
     */
    void addCollection(boolean isFlow, boolean isMap, int depth) {
        if (depth > 0) {
            blockCollections += isFlow ? 0 : 1;
            flowCollections += isFlow ? 1 : 0;
            innerMaps += isMap ? 1 : 0;
        }
    }

    private static int countBlanks(String value) {
        int count = 0;
        for (int i = value.indexOf(' '); i >= 0 && count < MIN_SENTENCE_BLANKS; i = value.indexOf(' ', i + 1)) {
            count++;
        }
        return count;
    }

    /** Returns whether keys and values look like data, and not like sentences. */
    boolean isDataLike() {
        boolean hasNames = keyCount > 0 && !hasRootKeyWithBlank && 10 * keysWithBlanks <= keyCount;
        return hasNames && 2 * sentenceCount <= scalarCount && (innerMaps > 0 || 2 * clauseCount <= itemCount);
    }

    /**
     * Returns whether a document that is a mapping has more than lines of {@code key: value}: nested blocks,
     * or values in brackets.
     */
    boolean isNested() {
        return blockCollections > 0 || (flowCollections > 0 && rootKeyCount >= MIN_MEMBERS);
    }

    /** Returns whether the items of a document that is a list are records and not lines of Markdown. */
    boolean hasRecords(int rootItems) {
        return 2 * innerMaps >= rootItems && keyCount > rootItems;
    }
}

package dev.plimsoll.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Words of a text for a search: {@code listOpenIssues} and {@code list_open_issues} have the words list, open, and
 * issue. Endings of English plurals and verbs are removed. Text without spaces, such as Chinese, becomes pairs of
 * characters.
 */
final class SearchWords {

    private static final int MIN_STEM_LENGTH = 3;

    private SearchWords() {}

    /** Returns the words of a text. */
    static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        int previousCodePoint = -1;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            boolean isWordStart = !word.isEmpty()
                    && (startsCamelCaseWord(previousCodePoint, codePoint, i < text.length() ? text.codePointAt(i) : -1)
                            || Character.isIdeographic(codePoint) != Character.isIdeographic(previousCodePoint)
                            || Character.isDigit(codePoint) != Character.isDigit(previousCodePoint));
            if (isWordStart || !Character.isLetterOrDigit(codePoint)) {
                add(word, words);
            }
            if (Character.isLetterOrDigit(codePoint)) {
                word.appendCodePoint(codePoint);
            }
            previousCodePoint = codePoint;
        }
        add(word, words);
        return words;
    }

    private static boolean startsCamelCaseWord(int previousCodePoint, int codePoint, int nextCodePoint) {
        return Character.isUpperCase(codePoint)
                && (Character.isLowerCase(previousCodePoint) || Character.isLowerCase(nextCodePoint));
    }

    private static void add(StringBuilder word, List<String> words) {
        if (word.isEmpty()) {
            return;
        }
        String text = word.toString();
        word.setLength(0);
        if (Character.isIdeographic(text.codePointAt(0))) {
            addPairs(text, words);
        } else {
            words.add(stem(text.toLowerCase(Locale.ROOT)));
        }
    }

    private static void addPairs(String text, List<String> words) {
        int[] characters = text.codePoints().toArray();
        if (characters.length == 1) {
            words.add(text);
        }
        for (int i = 0; i + 1 < characters.length; i++) {
            words.add(new String(characters, i, 2));
        }
    }

    /** Returns the word without the ending of a plural or of a verb. */
    private static String stem(String word) {
        if (word.endsWith("ies") && word.length() > MIN_STEM_LENGTH + 1) {
            return word.substring(0, word.length() - 3) + "y";
        }
        String stem = word;
        if (word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") && !word.endsWith("is")) {
            stem = word.endsWith("xes") || word.endsWith("ches") || word.endsWith("shes") || word.endsWith("sses")
                    ? word.substring(0, word.length() - 2)
                    : word.substring(0, word.length() - 1);
        } else if (word.endsWith("ing")) {
            stem = word.substring(0, word.length() - 3);
        } else if (word.endsWith("ed")) {
            stem = word.substring(0, word.length() - 2);
        }
        if (stem.length() < MIN_STEM_LENGTH) {
            return word;
        }
        // create, creates, creating, and created have the same stem
        return stem.endsWith("e") && stem.length() > MIN_STEM_LENGTH ? stem.substring(0, stem.length() - 1) : stem;
    }
}

package dev.plimsoll.gateway.config.check;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Suggests the word that was probably meant. */
public final class Suggestion {

    private static final int MAX_LENGTH = 60;

    /**
     * Minimum length of a word that is found at the end of another. Shorter words would match many other words by
     * chance.
     */
    private static final int MIN_SUFFIX_LENGTH = 5;

    private Suggestion() {}

    /** Returns {@code "; did you mean X?"}, or an empty text. */
    static String didYouMean(String typed, Collection<String> knownWords) {
        String nearest = findNearest(typed, knownWords);
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }

    /**
     * Returns the most similar known word, if at most a third of its letters differ; null if there is none. Case and
     * separators are ignored.
     */
    public static @Nullable String findNearest(String typed, Collection<String> knownWords) {
        String word = normalize(typed);
        String nearestWord = null;
        int minDistance = Integer.MAX_VALUE;
        for (String knownWord : typed.length() > MAX_LENGTH ? List.<String>of() : knownWords) {
            String normalizedWord = normalize(knownWord);
            int distance = distance(word, normalizedWord);
            if (distance < minDistance
                    && distance <= Math.max(1, normalizedWord.length() / 3)
                    && distance < normalizedWord.length()) {
                nearestWord = knownWord;
                minDistance = distance;
            }
        }
        return nearestWord;
    }

    /**
     * Returns the longest known word that ends the given one, such as {@code servers} in clients' {@code mcpServers};
     * null if there is none.
     */
    static @Nullable String findSuffix(String typed, Collection<String> knownWords) {
        String word = normalize(typed);
        return knownWords.stream()
                .filter(knownWord -> knownWord.length() >= MIN_SUFFIX_LENGTH && word.endsWith(normalize(knownWord)))
                .max(Comparator.comparingInt(String::length))
                .orElse(null);
    }

    private static String normalize(String word) {
        StringBuilder normalized = new StringBuilder();
        String lower = word.toLowerCase(Locale.ROOT);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (c != '_' && c != '-') {
                normalized.append(c);
            }
        }
        return normalized.toString();
    }

    /** Returns the edit distance, with swaps of adjacent letters (optimal string alignment). */
    private static int distance(String typed, String known) {
        int[][] distances = new int[typed.length() + 1][known.length() + 1];
        for (int i = 0; i <= typed.length(); i++) {
            for (int j = 0; j <= known.length(); j++) {
                distances[i][j] = i == 0 || j == 0 ? i + j : minCost(typed, known, distances, i, j);
            }
        }
        return distances[typed.length()][known.length()];
    }

    private static int minCost(String typed, String known, int[][] distances, int i, int j) {
        int replacementCost = typed.charAt(i - 1) == known.charAt(j - 1) ? 0 : 1;
        int cost = Math.min(
                distances[i - 1][j - 1] + replacementCost, 1 + Math.min(distances[i - 1][j], distances[i][j - 1]));
        boolean isSwapped = i > 1
                && j > 1
                && typed.charAt(i - 1) == known.charAt(j - 2)
                && typed.charAt(i - 2) == known.charAt(j - 1);
        return isSwapped ? Math.min(cost, distances[i - 2][j - 2] + 1) : cost;
    }
}

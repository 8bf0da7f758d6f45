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
     * Minimum length of a word that is found at the end of another. Shorter words would match many others by
     * chance.
     */
    private static final int MIN_SUFFIX_LENGTH = 5;

    private Suggestion() {}

    /** Returns {@code "; did you mean X?"}, or an empty text. */
    static String phrase(String typed, Collection<String> knownWords) {
        String nearest = findNearest(typed, knownWords);
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }

    /**
     * Returns the most similar known word, if at most a third of its letters differ; null if there is none. Case and
     * separators are ignored.
     */
    public static @Nullable String findNearest(String typed, Collection<String> knownWords) {
        String word = normalize(typed);
        String best = null;
        int minDistance = Integer.MAX_VALUE;
        for (String knownWord : typed.length() > MAX_LENGTH ? List.<String>of() : knownWords) {
            String candidate = normalize(knownWord);
            int distance = distance(word, candidate);
            if (distance < minDistance
                    && distance <= Math.max(1, candidate.length() / 3)
                    && distance < candidate.length()) {
                best = knownWord;
                minDistance = distance;
            }
        }
        return best;
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
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : minCost(a, b, d, i, j);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int minCost(String a, String b, int[][] d, int i, int j) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int cost = Math.min(d[i - 1][j - 1] + change, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        boolean isSwapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return isSwapped ? Math.min(cost, d[i - 2][j - 2] + 1) : cost;
    }
}

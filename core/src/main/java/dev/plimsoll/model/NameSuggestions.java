package dev.plimsoll.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Suggests known names that are similar to an unknown one. */
public final class NameSuggestions {

    private static final int MAX_COMPARED_LENGTH = 40;

    private NameSuggestions() {}

    /** Returns {@code did you mean X or Y?} with a prefix before each name, or {@code otherwise} if no name is similar. */
    public static String suggestion(String name, Collection<String> known, String prefix, String otherwise) {
        List<String> similar = similarNames(name, known, 3);
        return similar.isEmpty() ? otherwise : "did you mean " + prefix + String.join(" or " + prefix, similar) + "?";
    }

    /** Returns the known names that are similar to this one, the most similar first. */
    public static List<String> similarNames(String name, Collection<String> known, int maxCount) {
        int bound = Math.max(1, name.length() / 3);
        return known.stream()
                .filter(other -> distance(name, other) <= bound || isRelated(name, other))
                .sorted(Comparator.<String>comparingInt(other -> distance(name, other))
                        .thenComparing(other -> other))
                .limit(maxCount)
                .toList();
    }

    private static boolean isRelated(String name, String other) {
        String a = normalize(name);
        String b = normalize(other);
        boolean isPrefix = a.length() > 3 && b.length() > 3 && (b.startsWith(a) || a.startsWith(b));
        return a.equals(b) || isPrefix;
    }

    private static String normalize(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }

    /** Returns the edit distance: letters to insert, delete, replace, or swap. */
    static int distance(String a, String b) {
        if (Math.max(a.length(), b.length()) > MAX_COMPARED_LENGTH) {
            return a.equals(b) ? 0 : MAX_COMPARED_LENGTH;
        }
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                boolean isSame = Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1));
                d[i][j] = Math.min(d[i - 1][j - 1] + (isSame ? 0 : 1), Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                boolean isSwapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (isSwapped) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}

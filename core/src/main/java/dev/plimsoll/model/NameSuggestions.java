package dev.plimsoll.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Suggestions of known names that are similar to an unknown one. */
public final class NameSuggestions {

    private static final int MAX_COMPARED_LENGTH = 40;

    private NameSuggestions() {}

    /** Returns {@code did you mean X or Y?} with a prefix before each name, or {@code defaultText} if no name is similar. */
    public static String suggestion(String name, Collection<String> known, String prefix, String defaultText) {
        List<String> similar = similarNames(name, known, 3);
        return similar.isEmpty() ? defaultText : "did you mean " + prefix + String.join(" or " + prefix, similar) + "?";
    }

    /** Returns the known names that are similar to this one, the most similar first. */
    public static List<String> similarNames(String name, Collection<String> known, int maxCount) {
        int maxDistance = Math.max(1, name.length() / 3);
        return known.stream()
                .filter(other -> distance(name, other) <= maxDistance || isRelated(name, other))
                .sorted(Comparator.<String>comparingInt(other -> distance(name, other))
                        .thenComparing(other -> other))
                .limit(maxCount)
                .toList();
    }

    private static boolean isRelated(String name, String other) {
        String normalizedName = normalize(name);
        String normalizedOther = normalize(other);
        boolean isPrefix = normalizedName.length() > 3
                && normalizedOther.length() > 3
                && (normalizedOther.startsWith(normalizedName) || normalizedName.startsWith(normalizedOther));
        return normalizedName.equals(normalizedOther) || isPrefix;
    }

    private static String normalize(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }

    /**
     * Returns the edit distance without regard to case: the number of letters to insert, delete, replace, or swap. A
     * name of more than 40 characters has the distance 40 to all other names.
     */
    static int distance(String name, String other) {
        if (Math.max(name.length(), other.length()) > MAX_COMPARED_LENGTH) {
            return name.equals(other) ? 0 : MAX_COMPARED_LENGTH;
        }
        int[][] distances = new int[name.length() + 1][other.length() + 1];
        for (int i = 0; i <= name.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    distances[i][j] = i + j;
                    continue;
                }
                boolean isSame =
                        Character.toLowerCase(name.charAt(i - 1)) == Character.toLowerCase(other.charAt(j - 1));
                distances[i][j] = Math.min(
                        distances[i - 1][j - 1] + (isSame ? 0 : 1),
                        Math.min(distances[i - 1][j], distances[i][j - 1]) + 1);
                boolean isSwapped = i > 1
                        && j > 1
                        && name.charAt(i - 1) == other.charAt(j - 2)
                        && name.charAt(i - 2) == other.charAt(j - 1);
                if (isSwapped) {
                    distances[i][j] = Math.min(distances[i][j], distances[i - 2][j - 2] + 1);
                }
            }
        }
        return distances[name.length()][other.length()];
    }
}

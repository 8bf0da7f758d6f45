package dev.plimsoll.shape.notice;

import java.util.List;

/**
 * Terms of a search, as a notice names them.
 *
 * @param all every term
 * @param unmatched the terms that matched nothing, if the search was for a list of terms
 */
public record FoundTerms(List<String> all, List<String> unmatched) {

    /** Maximum number of terms that a sentence names. */
    private static final int MAX_NAMED_TERMS = 5;

    public FoundTerms {
        all = List.copyOf(all);
        unmatched = List.copyOf(unmatched);
    }

    /** Returns the terms joined with "or". */
    String joinedByOr() {
        return join(all, " or ");
    }

    /** Returns the terms joined with ", nor for", for a sentence that begins with "Nothing found for". */
    String joinedByNor() {
        return join(all, ", nor for ");
    }

    /** Returns a sentence, after a space, that names the terms that matched nothing; empty if there are none. */
    String unmatchedSentence() {
        return unmatched.isEmpty() ? "" : " Nothing found for " + join(unmatched, ", nor for ") + ".";
    }

    private static String join(List<String> terms, String separator) {
        int otherTerms = terms.size() - MAX_NAMED_TERMS;
        String namedTerms = String.join(separator, terms.subList(0, Math.min(MAX_NAMED_TERMS, terms.size())));
        return otherTerms <= 0
                ? namedTerms
                : namedTerms + separator + otherTerms + (otherTerms == 1 ? " other" : " others");
    }
}

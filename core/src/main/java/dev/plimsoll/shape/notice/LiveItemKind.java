package dev.plimsoll.shape.notice;

/** Kind of the items in a list that is read on demand: its own items, matches of a search, or results of a query. */
public enum LiveItemKind {
    ITEMS("items", "totalCount", "totalAtLeast"),
    MATCHES("matches", "totalMatches", "totalMatchesAtLeast"),
    RESULTS("results", "totalResults", "totalResultsAtLeast");

    private final String noun;
    private final String exactField;
    private final String atLeastField;

    LiveItemKind(String noun, String exactField, String atLeastField) {
        this.noun = noun;
        this.exactField = exactField;
        this.atLeastField = atLeastField;
    }

    String noun() {
        return noun;
    }

    /** Returns the name of the field that counts the items. */
    String totalField(boolean isExact) {
        return isExact ? exactField : atLeastField;
    }
}

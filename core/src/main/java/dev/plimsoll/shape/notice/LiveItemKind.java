package dev.plimsoll.shape.notice;

/** Kind of the items in a list that is read on demand: its own items, matches of a search, or results of a query. */
public enum LiveItemKind {
    ITEMS("items", "total"),
    MATCHES("matches", "totalMatches"),
    RESULTS("results", "totalResults");

    private final String noun;
    private final String totalField;

    LiveItemKind(String noun, String totalField) {
        this.noun = noun;
        this.totalField = totalField;
    }

    String noun() {
        return noun;
    }

    /** Returns the name of the field that counts the items. */
    String totalField(boolean isExact) {
        String name = this == ITEMS ? "totalCount" : totalField;
        return isExact ? name : totalField + "AtLeast";
    }
}

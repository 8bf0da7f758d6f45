package dev.plimsoll.shape.notice;

/** Kind of the items in a list that is read on demand: its own items, matches of a search, or results of a query. */
public enum LiveItemKind {
    ITEMS("items", "total"),
    MATCHES("matches", "totalMatches"),
    RESULTS("results", "totalResults");

    private final String noun;
    private final String total;

    LiveItemKind(String noun, String total) {
        this.noun = noun;
        this.total = total;
    }

    String noun() {
        return noun;
    }

    /** Returns the name of the field that counts the items. */
    String total(boolean isExact) {
        String name = this == ITEMS ? "totalCount" : total;
        return isExact ? name : total + "AtLeast";
    }
}

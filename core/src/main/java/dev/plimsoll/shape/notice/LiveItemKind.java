package dev.plimsoll.shape.notice;

/** Kinds of items that a live list returns. */
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
    String total(boolean exact) {
        String name = this == ITEMS ? "totalCount" : total;
        return exact ? name : total + "AtLeast";
    }
}

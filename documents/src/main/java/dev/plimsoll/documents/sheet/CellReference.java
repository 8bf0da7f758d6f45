package dev.plimsoll.documents.sheet;

import org.jspecify.annotations.Nullable;

/** References to cells of xlsx files, such as {@code B12} and {@code A1:C1}; rows and columns count from 0. */
final class CellReference {

    private CellReference() {}

    static int column(String reference) {
        int column = 0;
        for (int i = 0; i < reference.length() && i < 4; i++) {
            char c = reference.charAt(i);
            if (c < 'A' || c > 'Z') {
                break;
            }
            column = column * 26 + c - 'A' + 1;
        }
        return column - 1;
    }

    private static int row(String reference) {
        int at = 0;
        while (at < reference.length() && Character.isLetter(reference.charAt(at))) {
            at++;
        }
        try {
            return Integer.parseInt(reference.substring(at)) - 1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Returns a range; null if the text is none. */
    static Sheet.@Nullable Merged range(String text) {
        String[] ends = text.split(":", 2);
        if (ends.length != 2) {
            return null;
        }
        Sheet.Merged range = new Sheet.Merged(row(ends[0]), column(ends[0]), row(ends[1]), column(ends[1]));
        boolean isValid =
                range.top() >= 0 && range.left() >= 0 && range.bottom() >= range.top() && range.right() >= range.left();
        return isValid ? range : null;
    }
}

package dev.plimsoll.documents.sheet;

import org.jspecify.annotations.Nullable;

/** Parses the references to cells in xlsx files, such as {@code B12} and {@code A1:C1}. Rows and columns count from 0. */
final class CellReference {

    private CellReference() {}

    static int parseColumn(String reference) {
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

    private static int parseRow(String reference) {
        int digitsStart = 0;
        while (digitsStart < reference.length() && Character.isLetter(reference.charAt(digitsStart))) {
            digitsStart++;
        }
        try {
            return Integer.parseInt(reference.substring(digitsStart)) - 1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Parses a range; returns null if the text is not a valid range. */
    static Sheet.@Nullable CellRange parseRange(String text) {
        String[] ends = text.split(":", 2);
        if (ends.length != 2) {
            return null;
        }
        Sheet.CellRange range =
                new Sheet.CellRange(parseRow(ends[0]), parseColumn(ends[0]), parseRow(ends[1]), parseColumn(ends[1]));
        boolean isValid =
                range.top() >= 0 && range.left() >= 0 && range.bottom() >= range.top() && range.right() >= range.left();
        return isValid ? range : null;
    }
}

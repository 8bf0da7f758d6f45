package dev.plimsoll.documents.sheet;

/**
 * Value of a cell in a sheet.
 *
 * @param text a text, or a number or boolean as JSON
 * @param isText whether it is a text
 */
record Cell(String text, boolean isText) {

    static Cell ofText(String text) {
        return new Cell(text, true);
    }

    static Cell ofBoolean(boolean value) {
        return new Cell(value ? "true" : "false", false);
    }

    boolean isEmpty() {
        return text.isBlank();
    }
}

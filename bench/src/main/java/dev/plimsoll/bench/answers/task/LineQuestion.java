package dev.plimsoll.bench.answers.task;

/**
 * Question about the lines of a text.
 *
 * @param searchText text in the lines that the question is about; the title of the section for {@link Type#SECTION_VALUE}
 * @param key the name before a value in a line, as in {@code status=200} or {@code Owner: platform}
 * @param from first time of a range, as it stands at the beginning of lines; empty without a range
 * @param until end of the range, exclusive
 */
public record LineQuestion(Type type, String searchText, String key, String from, String until) implements Question {

    /** Type of a question. */
    public enum Type {
        /** The number of lines. */
        COUNT,
        /** The number of lines for each value of the key. */
        COUNT_BY,
        /** The line before the first of these lines. */
        LINE_BEFORE,
        /** The value of the key in the first of these lines. */
        VALUE,
        /** The value of the key in the section with this title. */
        SECTION_VALUE
    }

    public static LineQuestion count(String searchText) {
        return new LineQuestion(Type.COUNT, searchText, "", "", "");
    }

    public static LineQuestion countBetween(String searchText, String from, String until) {
        return new LineQuestion(Type.COUNT, searchText, "", from, until);
    }

    public static LineQuestion countBy(String searchText, String key) {
        return new LineQuestion(Type.COUNT_BY, searchText, key, "", "");
    }

    public static LineQuestion lineBefore(String searchText) {
        return new LineQuestion(Type.LINE_BEFORE, searchText, "", "", "");
    }

    public static LineQuestion value(String searchText, String key) {
        return new LineQuestion(Type.VALUE, searchText, key, "", "");
    }

    public static LineQuestion sectionValue(String title, String key) {
        return new LineQuestion(Type.SECTION_VALUE, title, key, "", "");
    }

    @Override
    public boolean isLookup() {
        return type == Type.LINE_BEFORE || type == Type.VALUE || type == Type.SECTION_VALUE;
    }
}

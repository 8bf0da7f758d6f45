package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.Slice;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.texttype.TextTypes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Rows of cells with a separator between them, by RFC 4180. */
public final class SeparatedFormat implements TextFormat {

    private static final int HEAD_BYTES = 64 << 10;
    private static final int MIN_ROWS = 3;

    /**
     * Length of a cell above which the commas of a row, with a blank after each, probably separate clauses of
     * a sentence.
     */
    private static final int LONG_CLAUSE_LENGTH = 60;

    private final String label;
    private final byte[] separators;

    /** Creates the format; it uses the first of these separators that fits. */
    public SeparatedFormat(String label, String separators) {
        this.label = label;
        this.separators = Slice.of(separators).toByteArray();
    }

    @Override
    public String name() {
        return label.toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean mayRead(Slice text) {
        return separator(text) != 0;
    }

    @Override
    public @Nullable TextData read(Slice text) {
        return table(text, separator(text), MIN_ROWS);
    }

    @Override
    public @Nullable TextData readAs(Slice text) {
        byte separator = SeparatedText.separator(text, separators);
        RowScanner first = new RowScanner(text, separator);
        return first.next() && first.isRecord() ? table(text, separator, 1) : null;
    }

    private @Nullable RecordTable table(Slice text, byte separator, int minRows) {
        return RecordTable.of(label, text, () -> new RowScanner(text, separator), false, minRows);
    }

    /** Returns the separator by which the beginning of the text is a table; 0 if there is none. */
    private byte separator(Slice text) {
        Slice head = head(text);
        for (byte separator : separators) {
            if (isTable(head, separator)) {
                TextType textType = TextTypes.of(text);
                return textType == TextType.CSV || textType == TextType.PROSE || textType == TextType.CODE
                        ? separator
                        : 0;
            }
        }
        return 0;
    }

    /** Returns the complete rows at the beginning of the text, separated by line breaks. */
    private static Slice head(Slice text) {
        int to = Math.min(text.length(), HEAD_BYTES);
        int end = to;
        while (to < text.length() && end > 0 && text.at(end - 1) != '\n') {
            end--;
        }
        return text.sub(0, end == 0 ? to : end);
    }

    private static boolean isTable(Slice head, byte separator) {
        RowScanner rows = new RowScanner(head, separator);
        if (!rows.next() || !rows.isWellFormed() || rows.cells() < 2 || !mayBeHeader(rows, separator)) {
            return false;
        }
        int columns = rows.cells();
        LineErrors errors = LineErrors.NONE;
        int count = 0;
        int clauses = 0;
        do {
            if (rows.isUnclosed()) {
                // the head probably ends in a quoted cell: only the complete text shows whether it is a table
                return 2 * clauses <= count;
            }
            count++;
            clauses += separator == ',' && looksLikeClauses(rows) ? 1 : 0;
            errors = RecordTable.addErrors(errors, rows, columns);
        } while (!errors.isHopeless(count) && rows.next());
        // the rest of the text can compensate for some errors
        boolean isRegular = 2 * errors.unread() <= count && 3 * errors.uneven() <= count;
        return count >= MIN_ROWS && isRegular && 2 * clauses < count;
    }

    /**
     * Returns whether the first row can be a header, and is not a line of code, of Markdown, or of a table
     * for terminals.
     */
    private static boolean mayBeHeader(RowScanner rows, byte separator) {
        Slice first = rows.cell(0);
        Slice last = rows.cell(rows.cells() - 1);
        boolean endsOpen = !last.isEmpty() && ":{[(;".indexOf(last.at(last.length() - 1)) >= 0;
        boolean isRuled = separator == '|' && (first.isEmpty() || isBlank(first.at(first.length() - 1)));
        boolean isStatement = rows.cells() == 2 && last.isEmpty();
        return !endsOpen && !isRuled && !isStatement;
    }

    private static boolean looksLikeClauses(RowScanner rows) {
        int longest = rows.cell(0).length();
        for (int i = 1; i < rows.cells(); i++) {
            Slice cell = rows.cell(i);
            longest = Math.max(longest, cell.length());
            if (cell.isEmpty() || !isBlank(cell.at(0))) {
                return false;
            }
        }
        return longest > LONG_CLAUSE_LENGTH;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}

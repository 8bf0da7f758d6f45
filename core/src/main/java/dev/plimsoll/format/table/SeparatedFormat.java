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
     * Maximum length of a cell that is probably a value, in a row whose commas all have a blank after them. If such a
     * row has a longer cell, its cells are probably clauses of a sentence.
     */
    private static final int MAX_VALUE_LENGTH = 60;

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
    public boolean canRead(Slice text) {
        return findSeparator(text) != 0;
    }

    @Override
    public @Nullable TextData read(Slice text) {
        return readTable(text, findSeparator(text), MIN_ROWS);
    }

    @Override
    public @Nullable TextData readDeclared(Slice text) {
        byte separator = SeparatedText.findBestSeparator(text, separators);
        RowScanner first = new RowScanner(text, separator);
        return first.next() && first.isRecord() ? readTable(text, separator, 1) : null;
    }

    private @Nullable RecordTable readTable(Slice text, byte separator, int minRows) {
        return RecordTable.read(label, text, () -> new RowScanner(text, separator), false, minRows);
    }

    /** Returns the first separator that makes the beginning of the text a table; 0 if the text is not a table. */
    private byte findSeparator(Slice text) {
        Slice head = completeLinesAtStart(text);
        for (byte separator : separators) {
            if (isTable(head, separator)) {
                // a text of another type, such as a log, only looks like a table
                TextType textType = TextTypes.detect(text);
                return textType == TextType.CSV || textType == TextType.PROSE || textType == TextType.CODE
                        ? separator
                        : 0;
            }
        }
        return 0;
    }

    /**
     * Returns the complete lines in the first {@link #HEAD_BYTES} bytes of the text; all of these bytes if they have no
     * line feed.
     */
    private static Slice completeLinesAtStart(Slice text) {
        int to = Math.min(text.length(), HEAD_BYTES);
        int end = to;
        while (to < text.length() && end > 0 && text.at(end - 1) != '\n') {
            end--;
        }
        return text.sub(0, end == 0 ? to : end);
    }

    private static boolean isTable(Slice head, byte separator) {
        RowScanner rows = new RowScanner(head, separator);
        if (!rows.next() || !rows.isWellFormed() || rows.cellCount() < 2 || !canBeHeader(rows, separator)) {
            return false;
        }
        int columns = rows.cellCount();
        LineErrors errors = LineErrors.NONE;
        int rowCount = 0;
        int clauseRows = 0;
        do {
            if (rows.isUnclosed()) {
                // the head probably ends in a quoted cell: only the complete text shows whether it is a table
                return 2 * clauseRows <= rowCount;
            }
            rowCount++;
            clauseRows += separator == ',' && canBeClauses(rows) ? 1 : 0;
            errors = RecordTable.addErrors(errors, rows, columns);
        } while (!errors.isIrrecoverable(rowCount) && rows.next());
        // the rest of the text can compensate for some errors
        boolean isRegular = 2 * errors.unreadableLines() <= rowCount && 3 * errors.unevenRecords() <= rowCount;
        return rowCount >= MIN_ROWS && isRegular && 2 * clauseRows < rowCount;
    }

    /**
     * Returns whether the first row can be a header, and is not a line of code, of Markdown, or of a table
     * for terminals.
     */
    private static boolean canBeHeader(RowScanner rows, byte separator) {
        Slice first = rows.cell(0);
        Slice last = rows.cell(rows.cellCount() - 1);
        boolean hasOpenEnd = !last.isEmpty() && ":{[(;".indexOf(last.at(last.length() - 1)) >= 0;
        boolean isRuled = separator == '|' && (first.isEmpty() || isBlank(first.at(first.length() - 1)));
        boolean isStatement = rows.cellCount() == 2 && last.isEmpty();
        return !hasOpenEnd && !isRuled && !isStatement;
    }

    private static boolean canBeClauses(RowScanner rows) {
        int longest = rows.cell(0).length();
        for (int i = 1; i < rows.cellCount(); i++) {
            Slice cell = rows.cell(i);
            longest = Math.max(longest, cell.length());
            if (cell.isEmpty() || !isBlank(cell.at(0))) {
                return false;
            }
        }
        return longest > MAX_VALUE_LENGTH;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}

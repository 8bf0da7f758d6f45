package dev.plimsoll.shape.result;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.notice.JqPath;
import dev.plimsoll.texttype.TextType;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Readings of a part of a document, each of which a query can mean. A query runs on the first reading. If the
 * query fails or finds nothing there, it runs on the next readings in turn. The readings are:
 *
 * <ul>
 *   <li>the records that were read from a section of a text, and its lines;
 *   <li>the records that were read from rows, and the object around them;
 *   <li>the lines of a text, and its tables;
 *   <li>an object whose only member is a text, and then the text; if that is a log, its lines come first;
 *   <li>for an SQL statement, the tables of a text, and then its lines.
 * </ul>
 *
 * @param part the part of the document
 * @param innerText the text in an object that has no other member; null for other parts
 * @param hasLinesFirst whether the lines of this text come before the object
 * @param tables the tables, if they are the first reading; null otherwise
 */
record QueryReadings(
        DocumentPart part,
        @Nullable DocumentPart innerText,
        boolean hasLinesFirst,
        @Nullable DocumentPart tables,
        IndexedResult indexedResult) {

    static QueryReadings of(DocumentPart part, IndexedResult indexedResult, boolean isStatement) {
        boolean canHaveText = part.records() == null && part.isJson();
        DocumentPart innerText = canHaveText ? indexedResult.sections().onlyText(part) : null;
        boolean hasLinesFirst =
                innerText != null && (isStatement || indexedResult.textType(innerText.bytes()) == TextType.LOG);
        DocumentPart text = innerText == null && !part.isJson() ? part : innerText;
        DocumentPart tables = isStatement && part.records() == null && text != null
                ? indexedResult.sections().tableData(text)
                : null;
        return new QueryReadings(part, innerText, hasLinesFirst, tables, indexedResult);
    }

    /** Returns the reading on which a query runs first. */
    DocumentPart first() {
        if (tables != null) {
            return tables;
        }
        return innerText != null && hasLinesFirst ? innerText : part;
    }

    /** Returns the text in the object, if the object is the first reading; null otherwise. */
    @Nullable DocumentPart text() {
        return hasLinesFirst ? null : innerText;
    }

    /**
     * Finds the further readings, in the order in which they are tried. Most queries need none, so only this method
     * finds them.
     */
    List<DocumentPart> furtherReadings() {
        if (part.records() != null) {
            return aroundRecords(part, part.records());
        }
        if (tables != null) {
            return innerText == null ? List.of(part) : List.of(innerText, part);
        }
        DocumentPart tableData = indexedResult.sections().tableData(innerText == null ? part : innerText);
        return Stream.of(hasLinesFirst ? part : innerText, tableData)
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * Returns whether outputs over a further reading are used even if they have warnings. Outputs over the object
     * around rows are used only without warnings.
     */
    boolean canUseOutputsWithWarnings() {
        return part.records() == null || part.section() != null;
    }

    private static List<DocumentPart> aroundRecords(DocumentPart part, TextRecords records) {
        if (part.section() != null) {
            return List.of(new DocumentPart(
                    records.original().bytes(), records.original().isJson(), part.pointer(), null, part.section()));
        }
        boolean isWhole = records.value().isSameRange(part.bytes());
        return isWhole && records.data().isJson() && !records.path().isEmpty()
                ? List.of(new DocumentPart(records.converted(), true, JsonPointer.root()))
                : List.of();
    }

    /**
     * Returns a remark about a query that runs on an object with a text as its only member, and does not name
     * this member: the author of the query may mean the lines of the text. Empty for other queries.
     *
     * @param lines the number of these lines
     */
    static String remark(DocumentPart text, String query, int lines) {
        List<String> names = text.pointer().tokens();
        String name = names.get(names.size() - 1);
        String path = JqPath.ofValue(JsonPointer.root().child(name));
        return path.isEmpty() || query.contains(name) || query.strip().equals(".")
                ? ""
                : ". is an object here; the " + lines + " lines of its text are " + path + " | split(\"\\n\")";
    }
}

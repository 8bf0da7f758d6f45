package dev.plimsoll.shape.result;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.TextSections;
import dev.plimsoll.shape.notice.JqPath;
import dev.plimsoll.texttype.TextType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The readings of a part of a document that a query can be about: it runs on the first, and, if it fails there, on the
 * others. They are
 *
 * <ul>
 *   <li>the records that were read from a section of a text, and its lines;
 *   <li>the records that were read from rows, and the object around them;
 *   <li>the lines of a text, and its tables;
 *   <li>an object whose only member is a text, and then the text; if that is a log, its lines come first.
 * </ul>
 *
 * @param first the reading on which a query runs first
 * @param others further readings, in the order in which they are tried
 * @param text the lines of the text in an object that is the first reading; null if it is none
 */
record QueryReadings(
        DocumentPart first,
        List<DocumentPart> others,
        @Nullable DocumentPart text) {

    QueryReadings {
        others = List.copyOf(others);
    }

    static QueryReadings of(DocumentPart part, IndexedResult indexedResult) {
        if (part.records() != null) {
            return new QueryReadings(part, aroundRecords(part, part.records()), null);
        }
        TextSections sections = indexedResult.sections();
        DocumentPart inside = part.json() ? sections.onlyText(part) : null;
        DocumentPart text = inside == null ? part : inside;
        DocumentPart tables = sections.tableData(text);
        if (inside == null) {
            return new QueryReadings(part, tables == null ? List.of() : List.of(tables), null);
        }
        if (indexedResult.textType(inside.bytes()) == TextType.LOG) {
            return new QueryReadings(inside, List.of(part), null);
        }
        return new QueryReadings(part, tables == null ? List.of(inside) : List.of(inside, tables), inside);
    }

    /** Returns whether outputs over another reading may have warnings: not over the object around records. */
    boolean acceptsWarnings() {
        return first.records() == null || first.section() != null;
    }

    private static List<DocumentPart> aroundRecords(DocumentPart part, TextRecords data) {
        if (part.section() != null) {
            return List.of(new DocumentPart(
                    data.original().bytes(), data.original().json(), part.pointer(), null, part.section()));
        }
        boolean isWhole = data.value().isSameRange(part.bytes());
        return isWhole && data.data().isJson() && !data.path().isEmpty()
                ? List.of(new DocumentPart(data.converted(), true, JsonPointer.root()))
                : List.of();
    }

    /**
     * Returns a sentence about a query that works on an object and does not name its only member, a text: its author may
     * mean the lines of the text. Empty for other queries.
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

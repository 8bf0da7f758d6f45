package dev.plimsoll.shape.result;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.item.TextSections;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The readings of a part of a document that a query can be about: it runs on the first, and, if it fails there, on the
 * others. They are
 *
 * <ul>
 *   <li>the records that were read from a section of a text, and its lines;
 *   <li>the records that were read from rows, and the object around them;
 *   <li>the lines of a text, and its tables; for an object whose only member is a text, also the object.
 * </ul>
 */
record QueryReadings(DocumentPart first, List<DocumentPart> others) {

    QueryReadings {
        others = List.copyOf(others);
    }

    static QueryReadings of(DocumentPart part, TextSections sections) {
        if (part.records() != null) {
            return new QueryReadings(part, aroundRecords(part, part.records()));
        }
        DocumentPart inside = part.json() ? sections.onlyText(part) : null;
        DocumentPart first = inside == null ? part : inside;
        List<DocumentPart> others = new ArrayList<>();
        add(others, sections.tableData(first));
        add(others, inside == null ? null : part);
        return new QueryReadings(first, others);
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

    private static void add(List<DocumentPart> others, @Nullable DocumentPart other) {
        if (other != null) {
            others.add(other);
        }
    }
}

package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a text as one JSON value, and counts that show whether the text is YAML.
 *
 * @param json the value of the only document, or an array of several
 * @param shape the counts over all documents
 * @param documentCount the number of documents that are not empty
 * @param emptyDocuments the number of empty documents
 * @param scalarDocuments the number of documents that are neither mappings nor lists
 * @param rootItems the number of items, if the only document is a list
 * @param hasStartMarker whether the text begins with {@code ---}
 * @param itemLines the lines of each item of the only document; null if they cannot be cut out of the text
 */
record YamlDocuments(
        Slice json,
        YamlShape shape,
        int documentCount,
        int emptyDocuments,
        int scalarDocuments,
        int rootItems,
        boolean hasStartMarker,
        @Nullable Spans itemLines) {

    /** Returns whether all documents are mappings or lists. */
    boolean hasOnlyCollections() {
        return scalarDocuments == 0;
    }

    /** Returns whether the text is meant as YAML, and is not some other text that happens to be valid. */
    boolean isCertainlyYaml() {
        if (!hasOnlyCollections() || !shape.isDataLike()) {
            return false;
        }
        if (documentCount > 1) {
            return true;
        }
        if (emptyDocuments > 0 && !shape.isNested()) {
            // a Markdown page with properties before it
            return false;
        }
        return json.at(0) == '[' ? shape.hasRecords(rootItems) : shape.isNested() || hasStartMarker;
    }
}

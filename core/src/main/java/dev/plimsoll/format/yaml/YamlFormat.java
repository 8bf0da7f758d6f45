package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * YAML format: one mapping or list, or several documents. Many texts are valid YAML by accident, so only those with
 * nesting, a list of records, or several documents are recognized.
 */
public final class YamlFormat implements TextFormat {

    private static final String LABEL = "YAML";
    private static final Slice OPEN = Slice.of("[");
    private static final Slice CLOSE = Slice.of("]");

    @Override
    public String name() {
        return "yaml";
    }

    @Override
    public boolean canRead(Slice text) {
        LineScanner lines = new LineScanner(text);
        while (lines.next()) {
            if (!lines.isBlank() && text.bytes()[lines.start()] != '#') {
                return canBeFirstLine(lines.content());
            }
        }
        return false;
    }

    /** Returns whether a document can begin with this line: with a marker, an item, or a key without blanks. */
    private static boolean canBeFirstLine(Slice line) {
        Slice content = Json.trim(line);
        byte[] bytes = content.bytes();
        int from = content.from();
        int end = content.to();
        if (bytes[from] == '-') {
            return end - from == 1 || bytes[from + 1] == ' ' || bytes[from + 1] == '-';
        }
        if (bytes[from] == '[' || bytes[from] == '{') {
            return false;
        }
        int wordEnd = from;
        while (wordEnd < end && bytes[wordEnd] != ' ' && bytes[wordEnd] != '\t') {
            wordEnd++;
        }
        return wordEnd > from + 1 && bytes[wordEnd - 1] == ':';
    }

    @Override
    public @Nullable TextData read(Slice text) {
        YamlDocuments documents = readDocuments(text);
        return documents != null && documents.isCertainlyYaml() ? toTextData(text, documents) : null;
    }

    @Override
    public @Nullable TextData readDeclared(Slice text) {
        YamlDocuments documents = readDocuments(text);
        return documents != null && documents.hasOnlyCollections() ? toTextData(text, documents) : null;
    }

    private static @Nullable YamlDocuments readDocuments(Slice text) {
        YamlDocuments plain = PlainYaml.read(text);
        return plain == null ? YamlReader.read(text) : plain;
    }

    private static TextData toTextData(Slice text, YamlDocuments documents) {
        Slice json = documents.json();
        if (json.at(0) != '[') {
            return ConvertedText.ofValue(LABEL, json);
        }
        Spans lines = documents.itemLines();
        if (lines != null) {
            return ConvertedText.ofRecords(LABEL, json, text, lines, LineErrors.NONE);
        }
        // the items cannot be cut out of the text, so their JSON, which is YAML too, replaces that text
        ItemIndex items = ItemIndex.of(json);
        Spans spans = new Spans();
        for (int i = 0; i < items.count(); i++) {
            spans.add(items.start(i), items.end(i));
        }
        return new ConvertedText(LABEL, json, new ConvertedText.Source(json, spans, OPEN, CLOSE), LineErrors.NONE);
    }
}

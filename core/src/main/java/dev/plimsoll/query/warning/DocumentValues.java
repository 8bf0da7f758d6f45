package dev.plimsoll.query.warning;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueOrder;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finder of names and values in documents. Each search reads a document once; a limit applies to all searches together.
 */
final class DocumentValues {

    /** Maximum bytes to read in all searches together. */
    private static final long MAX_BYTES = 64 << 20;

    /** Maximum number of values that are read to find texts that are numbers. */
    private static final int MAX_SAMPLE = 100;
    /** Maximum time of the comparisons with one literal. */
    private static final int MAX_MILLIS = 1_000;
    /** Maximum number of names of fields at a path. An object with more is a map whose keys are data. */
    private static final int MAX_NAMES = 300;

    private static final int MAX_NAME_LENGTH = 100;

    private final Map<String, Slice> documents;
    private final Map<DocumentPath, PathValues> values = new HashMap<>();
    private long bytesRead;

    DocumentValues(Map<String, Slice> documents) {
        this.documents = documents;
    }

    /**
     * Returns the document of a variable, and counts its bytes as read; an empty text if the limit for all searches is
     * exceeded, or if the document is not JSON.
     */
    private Slice findDocument(String variable) {
        Slice document = documents.getOrDefault(variable, Slice.of(""));
        bytesRead += document.length();
        return bytesRead > MAX_BYTES ? Slice.of("") : Json.trim(document);
    }

    /** Returns whether a document can contain a field with this name; true if the document is too long to search. */
    boolean canContainName(String variable, String name) {
        Slice document = findDocument(variable);
        byte[] key = new ByteSink(name.length() + 2).string(name).toByteArray();
        int last = document.to() - key.length;
        byte[] bytes = document.bytes();
        for (int i = document.from(); i <= last; i++) {
            if (bytes[i] == '"'
                    && bytes[i + 1] == key[1]
                    && hasKeyAt(bytes, i, key)
                    && isFollowedByColon(bytes, i + key.length, document.to())) {
                return true;
            }
        }
        return document.isEmpty();
    }

    private static boolean hasKeyAt(byte[] bytes, int offset, byte[] key) {
        for (int i = 1; i < key.length; i++) {
            if (bytes[offset + i] != key[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFollowedByColon(byte[] bytes, int keyEnd, int end) {
        int offset = keyEnd;
        while (offset < end && bytes[offset] <= ' ' && bytes[offset] >= 0) {
            offset++;
        }
        return offset < end && bytes[offset] == ':';
    }

    /**
     * Returns the names of the fields of all objects at a path, in their order; empty if there is no object, if there
     * are too many names, or if a name is too long.
     */
    Set<String> fieldNames(DocumentPath path) {
        Set<String> names = new LinkedHashSet<>();
        boolean[] hasTooMany = new boolean[1];
        visit(path, value -> {
            if (Json.type(value) != JsonType.OBJECT) {
                return true;
            }
            Members members = Members.of(value);
            while (members.next() && !hasTooMany[0]) {
                hasTooMany[0] = members.key().length() > MAX_NAME_LENGTH || names.size() > MAX_NAMES;
                names.add(hasTooMany[0] ? "" : members.keyText());
            }
            return !hasTooMany[0];
        });
        return hasTooMany[0] ? Set.of() : names;
    }

    /** Returns the values at a path. */
    PathValues values(DocumentPath path) {
        PathValues pathValues = values.get(path);
        if (pathValues == null) {
            pathValues = new PathValues();
            PathValues collected = pathValues;
            visit(path, value -> {
                collected.add(value);
                return true;
            });
            values.put(path, pathValues);
        }
        return pathValues;
    }

    /** Returns whether a value at a path is equal to a literal. Stops at the first equal value. */
    boolean containsValue(DocumentPath path, Value literal) {
        QueryMeter queryMeter = new QueryMeter(MAX_MILLIS, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
        return !visit(path, value -> !ValueOrder.equal(Value.document(value), literal, queryMeter));
    }

    /** Returns whether a text at a path matches a search. Stops at the first match. */
    boolean hasMatch(ValueUse.TextSearch use) {
        return !visit(
                use.path(),
                value -> Json.type(value) != JsonType.STRING
                        || !use.isFoundIn(JsonText.unescapeToString(Json.stringInside(value))));
    }

    /** Returns whether the first values at a path include texts, and all of these, except empty ones, are numbers. */
    boolean hasNumericText(DocumentPath path) {
        int[] visitCount = new int[1];
        PathValues sample = new PathValues();
        visit(path, value -> {
            sample.add(value);
            return ++visitCount[0] < MAX_SAMPLE;
        });
        return sample.isNumericText();
    }

    /** Visits the values at a path until the visitor returns false; returns false if the visitor stopped. */
    private boolean visit(DocumentPath path, Predicate<Slice> visitor) {
        Slice document = findDocument(path.variable());
        return document.isEmpty() || visit(document, path, 0, visitor);
    }

    private static boolean visit(Slice value, DocumentPath path, int step, Predicate<Slice> visitor) {
        if (step == path.steps().size()) {
            return visitor.test(value);
        }
        String name = path.steps().get(step);
        boolean isEach = name.equals(DocumentPath.EACH);
        JsonType type = Json.type(value);
        if (type == JsonType.OBJECT) {
            Members members = Members.of(value);
            while (members.next()) {
                boolean isSelected = isEach || hasKey(members, name);
                if (isSelected && !visit(members.value(), path, step + 1, visitor)) {
                    return false;
                }
            }
        } else if (type == JsonType.ARRAY && isEach) {
            Elements elements = Elements.of(value);
            while (elements.next()) {
                if (!visit(elements.value(), path, step + 1, visitor)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean hasKey(Members members, String name) {
        Slice key = members.key();
        return JsonText.hasEscapes(key) ? members.keyText().equals(name) : key.contentEquals(Slice.of(name));
    }
}

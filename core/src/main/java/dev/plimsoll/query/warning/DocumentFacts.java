package dev.plimsoll.query.warning;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What documents contain: names, and values at paths. Each question reads a document once, within a limit for all. */
final class DocumentFacts {

    /** Maximum bytes to read for all questions together. */
    private static final long MAX_BYTES = 64 << 20;

    private static final int MAX_NAMES = 300;
    private static final int MAX_NAME_LENGTH = 100;

    private final Map<String, Slice> documents;
    private final Map<DocumentPath, PathValues> values = new HashMap<>();
    private long bytesRead;

    DocumentFacts(Map<String, Slice> documents) {
        this.documents = documents;
    }

    /** Returns the document of a variable; an empty text if it is too long to look at, or no JSON. */
    private Slice document(String variable) {
        Slice document = documents.getOrDefault(variable, Slice.of(""));
        bytesRead += document.length();
        return bytesRead > MAX_BYTES ? Slice.of("") : Json.trim(document);
    }

    /** Returns whether a name occurs anywhere in a document, or may occur. */
    boolean hasName(String variable, String name) {
        Slice document = document(variable);
        byte[] key = new ByteSink(name.length() + 2).string(name).toByteArray();
        int last = document.to() - key.length;
        byte[] b = document.bytes();
        for (int i = document.from(); i <= last; i++) {
            if (b[i] == '"' && b[i + 1] == key[1] && matches(b, i, key) && isKey(b, i + key.length, document.to())) {
                return true;
            }
        }
        return document.isEmpty();
    }

    private static boolean matches(byte[] b, int at, byte[] key) {
        for (int i = 1; i < key.length; i++) {
            if (b[at + i] != key[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isKey(byte[] b, int after, int end) {
        int i = after;
        while (i < end && b[i] <= ' ' && b[i] >= 0) {
            i++;
        }
        return i < end && b[i] == ':';
    }

    /** Returns the names of all objects at a path, in their order; empty if there is no object, or if there are too many. */
    Set<String> names(DocumentPath path) {
        Set<String> names = new LinkedHashSet<>();
        boolean[] isOpen = new boolean[1];
        forEach(path, value -> {
            if (Json.type(value) != JsonType.OBJECT) {
                return;
            }
            Members members = Members.of(value);
            while (members.next() && !isOpen[0]) {
                isOpen[0] = members.key().length() > MAX_NAME_LENGTH || names.size() > MAX_NAMES;
                names.add(isOpen[0] ? "" : members.keyText());
            }
        });
        return isOpen[0] ? Set.of() : names;
    }

    /** Returns the values at a path. */
    PathValues values(DocumentPath path) {
        PathValues known = values.get(path);
        if (known == null) {
            known = new PathValues();
            PathValues read = known;
            forEach(path, read::add);
            values.put(path, known);
        }
        return known;
    }

    private void forEach(DocumentPath path, Consumer<Slice> receiver) {
        Slice document = document(path.variable());
        if (!document.isEmpty()) {
            visit(document, path, 0, receiver);
        }
    }

    private static void visit(Slice value, DocumentPath path, int step, Consumer<Slice> receiver) {
        if (step == path.steps().size()) {
            receiver.accept(value);
            return;
        }
        String name = path.steps().get(step);
        boolean isEach = name.equals(DocumentPath.EACH);
        JsonType type = Json.type(value);
        if (type == JsonType.OBJECT) {
            Members members = Members.of(value);
            while (members.next()) {
                if (isEach || isNamed(members, name)) {
                    visit(members.value(), path, step + 1, receiver);
                }
            }
        } else if (type == JsonType.ARRAY && isEach) {
            Elements elements = Elements.of(value);
            while (elements.next()) {
                visit(elements.value(), path, step + 1, receiver);
            }
        }
    }

    private static boolean isNamed(Members members, String name) {
        Slice key = members.key();
        return JsonText.hasEscapes(key) ? members.keyText().equals(name) : key.contentEquals(Slice.of(name));
    }
}

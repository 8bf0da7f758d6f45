package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.testkit.ParsedJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Reads a value of a result with the calls that its answers name, and compares it with the original. */
final class ReadBack {

    /** The most values of an answer that are read by path. All of them would take too long. */
    private static final int MAX_PARTS = 6;

    private static final int MAX_DEPTH = 3;

    private final Engine engine;
    private final Random random = new Random(5);

    ReadBack(Engine engine) {
        this.engine = engine;
    }

    /** Checks an answer that represents the expected value. */
    void check(Answered answered, Expected expected) {
        check(answered, expected, 0);
    }

    private void check(Answered answered, Expected expected, int depth) {
        assertThat(answered.isError() && !answered.isShaped())
                .as("%s: %s", expected.path(), answered)
                .isFalse();
        Shown shown = answered.shown();
        if (!answered.isShaped()) {
            checkComplete(answered, expected.received());
        } else if (shown != null && shown.isList()) {
            checkPages(answered, expected, depth);
        } else if (shown != null && shown.isChunk()) {
            checkChunks(answered, expected);
        } else {
            checkParts(shown, expected, depth);
            String cursor = shown == null ? answered.nextCursor() : shown.readCursor();
            check(engine.read(String.valueOf(cursor)), expected, depth);
        }
    }

    private static void checkComplete(Answered answered, Expected expected) {
        Slice structured = answered.structured();
        List<Slice> texts = answered.texts();
        assertThat(texts).as("blocks of %s", answered).hasSize(1);
        assertSame(texts.get(0), expected);
        if (structured != null) {
            assertSame(structured, expected);
        }
    }

    private static void assertSame(Slice actual, Expected expected) {
        if (expected.json()) {
            assertSameValue(withoutNotice(actual), expected.value(), expected.path());
        } else {
            assertSameBytes(actual, expected.value(), expected.path());
        }
    }

    /** Returns the value next to the notice about further upstream pages; the complete value if there is no notice. */
    private static Slice withoutNotice(Slice actual) {
        boolean hasHeader = Json.type(actual) == JsonType.OBJECT
                && Members.get(actual, "notice") != null
                && Members.get(actual, "upstream") != null;
        Slice value = hasHeader ? Members.get(actual, "value") : null;
        return value == null ? actual : value;
    }

    static void assertSameBytes(Slice actual, Slice expected, String description) {
        assertThat(actual.contentEquals(expected))
                .as("%s: %s is not %s", description, cut(actual), cut(expected))
                .isTrue();
    }

    static void assertSameValue(Slice actual, Slice expected, String description) {
        boolean same = actual.contentEquals(expected)
                || ParsedJson.hasSameTokens(actual.toByteArray(), expected.toByteArray());
        assertThat(same)
                .as("%s: %s is not %s", description, cut(actual), cut(expected))
                .isTrue();
    }

    private static String cut(Slice text) {
        return text.length() > 300 ? text.sub(0, 300).utf8() + "…(" + text.length() + ")" : text.utf8();
    }

    /** Checks some of the values that the answer reports as shortened. */
    private void checkParts(@Nullable Shown shown, Expected expected, int depth) {
        if (shown == null || depth >= MAX_DEPTH) {
            return;
        }
        List<Fields> named = new ArrayList<>(shown.header().list("sections"));
        named.addAll(shown.header().list("trimmed"));
        for (Fields part : randomSubset(named)) {
            String path = part.text("path");
            if (!path.equals(expected.path())) {
                check(engine.readPath(shown.readCursor(), path), expected.at(path), depth + 1);
            }
        }
    }

    private <T> List<T> randomSubset(List<T> all) {
        List<T> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, Math.min(MAX_PARTS, shuffled.size()));
    }

    /** Checks the content blocks from an index on, as pages. */
    void checkBlocks(Answered answered, Original original, int from) {
        Expected blocks = original.blocks();
        assertThat(answered.getShown().header().range()[0]).isEqualTo(from + 1);
        checkPagesFrom(answered, blocks, blocks, Element.of(blocks), 0);
    }

    /** A shortened item, its path, and the cursor that reads it. */
    private record Folded(@Nullable String path, @Nullable String mode, String cursor, Slice value) {}

    private void checkPages(Answered first, Expected expected, int depth) {
        Shown shown = first.getShown();
        boolean isInObject = shown.wrapped() == null;
        Expected list = shown.path().isEmpty() ? expected : expected.at(shown.path());
        List<Element> elements = Element.of(list);
        if (isInObject) {
            assertSameSurroundings(shown, expected, list);
        }
        checkPagesFrom(first, expected, list, elements, depth);
    }

    /** Checks all pages from this one to the last. */
    private void checkPagesFrom(Answered first, Expected expected, Expected list, List<Element> elements, int depth) {
        Answered page = first;
        Shown shown = page.getShown();
        List<Folded> folded = new ArrayList<>();
        int at = Math.max(0, shown.header().range()[0] - 1);
        while (true) {
            shown = page.getShown();
            ItemIndex items = shown.items(expected.relativePath(list.path()));
            List<Fields> folds = shown.header().list("folded");
            for (int i = 0; i < items.count(); i++, at++) {
                Fields fold = fold(folds, at);
                Element element = elements.get(at);
                Slice value = element.value();
                String path = list.path() + "/" + at;
                if (fold != null) {
                    folded.add(new Folded(fold.findText("path"), fold.findText("mode"), shown.readCursor(), value));
                } else if (element.key() != null) {
                    assertSameMember(items.item(i), element.key(), value, path);
                } else if (isLink(items.item(i)) && !isLink(value)) {
                    assertSameBinary(Answered.cursorsIn(items.item(i)).get(0), value);
                } else if (shown.header().has("encoding")) {
                    // constants of a table have no position in an item
                    assertSameValue(TableDecoder.sorted(items.item(i)), TableDecoder.sorted(value), path);
                } else {
                    assertSameValue(items.item(i), value, path);
                }
            }
            String next = page.nextCursor();
            if (next == null) {
                break;
            }
            page = engine.read(next);
            assertThat(page.isError()).as("%s", page).isFalse();
        }
        assertThat(at).as("items read of %s", list.path()).isEqualTo(elements.size());
        checkFolded(folded, list, depth);
    }

    private void checkFolded(List<Folded> folded, Expected list, int depth) {
        for (Folded fold : depth >= MAX_DEPTH ? List.<Folded>of() : randomSubset(folded)) {
            if (fold.path == null) {
                assertThat(fold.mode).isEqualTo("lines");
                checkLines(fold.cursor, list);
                return;
            }
            check(engine.readPath(fold.cursor, fold.path), Expected.of(fold.path, fold.value), depth + 1);
        }
    }

    /** Reads items without a path as text, including their surroundings. */
    private void checkLines(String cursor, Expected list) {
        Answered answered = engine.read(cursor, "\"mode\":\"lines\"");
        checkChunks(answered, new Expected(list.path(), list.value(), false));
    }

    private static void assertSameMember(Slice item, Slice expectedKey, Slice expectedValue, String path) {
        Slice key = Members.get(item, "key");
        Slice value = Members.get(item, "value");
        assertThat(key != null && value != null).as("%s in %s", path, cut(item)).isTrue();
        if (key != null && value != null) {
            String keyText = JsonText.unescapeToString(Json.stringInside(key));
            assertThat(keyText).as(path).isEqualTo(JsonText.unescapeToString(expectedKey));
            assertSameValue(value, expectedValue, path);
        }
    }

    private static @Nullable Fields fold(List<Fields> folds, int index) {
        return folds.stream()
                .filter(fold -> fold.number("index") == index)
                .findFirst()
                .orElse(null);
    }

    private static boolean isLink(Slice item) {
        return Json.type(item) == JsonType.OBJECT && !Answered.cursorsIn(item).isEmpty();
    }

    /** Checks the block that a cursor reads, and its data at the link with that cursor. */
    void assertSameBinary(String cursor, Slice block) {
        Answered read = engine.read(cursor);
        assertThat(read.blocks()).as("%s", read).hasSize(1);
        assertSameBytes(read.blocks().get(0), block, "the block behind a link");
        Slice resource = Members.get(block, "resource");
        Slice data = resource == null ? member(block, "data") : member(resource, "blob");
        Slice actual =
                engine.plimsoll().blob(engine.call, "plimsoll://blob/" + cursor).base64();
        assertSameBytes(actual, Json.stringInside(data), "the data behind a link");
    }

    private static Slice member(Slice object, String name) {
        Slice value = Members.get(object, name);
        if (value == null) {
            throw new AssertionError("no " + name + " in " + cut(object));
        }
        return value;
    }

    /** Checks that the first page of a cut object equals the object except for the cut value. */
    private static void assertSameSurroundings(Shown shown, Expected object, Expected list) {
        JsonPointer listPath = object.relativePath(list.path());
        Slice cut = shown.cut(listPath);
        Slice whole = listPath.find(object.value());
        Slice shownObject = shown.object();
        assertThat(whole != null && shownObject != null).as("%s", list.path()).isTrue();
        if (whole != null && shownObject != null) {
            Slice actual = without(shownObject, cut);
            assertSameValue(
                    shown.inside() ? withoutHeader(actual) : actual, without(object.value(), whole), list.path());
        }
    }

    private static Slice without(Slice object, Slice value) {
        Slice before = new Slice(object.bytes(), object.from(), value.from());
        Slice after = new Slice(object.bytes(), value.to(), object.to());
        return new ByteSink(before.length() + after.length() + 4)
                .raw(before)
                .ascii("null")
                .raw(after)
                .slice();
    }

    static Slice withoutHeader(Slice object) {
        ByteSink out = new ByteSink(object.length()).ascii("{");
        Members members = Members.of(object);
        members.next();
        for (int i = 0; members.next(); i++) {
            out.ascii(i == 0 ? "" : ",").raw(members.member());
        }
        return out.ascii("}").slice();
    }

    private void checkChunks(Answered first, Expected expected) {
        Shown shown = first.getShown();
        Expected text = shown.path().isEmpty() ? expected : expected.at(shown.path());
        if (shown.object() != null) {
            assertSameSurroundings(shown, expected, text);
        }
        ByteSink joined = new ByteSink(text.value().length());
        Answered page = first;
        while (true) {
            joined.raw(chunk(page, expected, text));
            String next = page.nextCursor();
            if (next == null) {
                break;
            }
            page = engine.read(next);
            assertThat(page.isError()).as("%s", page).isFalse();
        }
        assertSameBytes(joined.slice(), text.value(), text.path());
    }

    /**
     * Returns the text of one chunk. An answer has it after the header, as the cut string in an object, or in both
     * places with equal text.
     */
    static Slice chunk(Answered page, Expected object, Expected text) {
        Shown shown = page.getShown();
        List<Slice> texts = page.texts();
        if (shown.wrapped() == null && shown.object() == null) {
            return page.chunkText();
        }
        Slice cut = JsonStrings.text(shown.cut(object.relativePath(text.path())));
        boolean hasTextAfterHeader =
                texts.stream().map(Chunk::of).anyMatch(chunk -> chunk != null && cut.contentEquals(chunk.text()));
        boolean hasObjectAsText = texts.stream().anyMatch(shown.main()::contentEquals);
        assertThat(hasTextAfterHeader || hasObjectAsText)
                .as("both copies have the same text in %s", page)
                .isTrue();
        return cut;
    }

    static boolean isEscapedAs(Slice text, Slice inside) {
        ByteSink escaped = new ByteSink(text.length());
        JsonText.escape(text, escaped);
        return escaped.slice().contentEquals(inside);
    }
}

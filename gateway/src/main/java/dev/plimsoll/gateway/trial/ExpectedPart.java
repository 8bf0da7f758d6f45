package dev.plimsoll.gateway.trial;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Part of the original that pages are compared with, from beginning to end. */
final class ExpectedPart {

    private final String path;
    private final Slice value;
    private final boolean json;
    private @Nullable Slice text;
    private @Nullable List<Slice> items;
    private int at;
    private @Nullable String fault;

    private final @Nullable Slice came;

    /** Creates the part for a path of a document whose text may contain data. */
    ExpectedPart(Document document, @Nullable TextRecords records, String path) {
        Slice found = records == null ? null : find(records.value(), path);
        Slice around = records == null ? null : find(records.whole(), path);
        this.path = path;
        // a page of the whole also shows what surrounds the data
        Slice read = path.isEmpty() || found == null ? around : found;
        Slice there = read == null ? document.json() ? find(document.bytes(), path) : document.bytes() : read;
        this.value = there == null ? document.bytes().sub(0, 0) : there;
        this.json = document.json() || read != null;
        this.came = read != null && path.isEmpty() ? document.bytes() : null;
        this.fault = there == null ? "there is nothing at " + path : null;
    }

    private static @Nullable Slice find(Slice json, String path) {
        return JsonPointer.parse(path).find(json);
    }

    String path() {
        return path;
    }

    static Slice textOf(Slice value) {
        return Json.type(value) == JsonType.STRING ? Slice.of(JsonText.unescape(Json.stringInside(value))) : value;
    }

    private Slice text() {
        Slice known = text;
        if (known == null) {
            known = json ? textOf(value) : value;
            text = known;
        }
        return known;
    }

    /** Returns whether this is the complete part, as JSON or as the text of a string. */
    boolean equalTo(Slice shown, boolean shownJson) {
        return (came != null && shown.contentEquals(came))
                || shown.contentEquals(text())
                || (shownJson && Json.trim(shown).contentEquals(json ? compact(value) : value));
    }

    /** Compares the next chunk of the text. A string may also be shown as JSON, with its quotes. */
    void text(Slice piece) {
        if (at == 0 && !startsWith(text(), piece) && startsWith(value, piece)) {
            text = value;
        }
        Slice all = text();
        int end = at + piece.length();
        if (end > all.length() || !all.sub(at, end).contentEquals(piece)) {
            fail("the text differs after byte " + at);
        }
        at = Math.min(end, all.length());
    }

    private static boolean startsWith(Slice all, Slice piece) {
        return piece.length() <= all.length() && all.sub(0, piece.length()).contentEquals(piece);
    }

    /** Compares the next items, except shortened ones. */
    void items(ItemIndex shown, long first, Set<Long> shortened) {
        List<Slice> all = all();
        if (first != at) {
            fail("items " + (at + 1) + " to " + first + " are missing or come twice");
        }
        at = (int) first;
        for (int i = 0; i < shown.count(); i++, at++) {
            boolean same = at < all.size() && shown.item(i).contentEquals(compact(all.get(at)));
            if (!same && !shortened.contains((long) at) && !isLink(shown.item(i))) {
                fail("item " + (at + 1) + " differs");
            }
        }
    }

    /** Returns JSON as in answers: without white space between tokens. */
    private static Slice compact(Slice json) {
        return new ByteSink(json.length()).json(json).slice();
    }

    /** Returns whether the item is a link, which replaces images and other binary blocks in a list of blocks. */
    private boolean isLink(Slice item) {
        Slice type = Json.type(item) == JsonType.OBJECT ? Members.get(item, "type") : null;
        return path.isEmpty() && type != null && type.contentEquals(Slice.of("\"resource_link\""));
    }

    private List<Slice> all() {
        List<Slice> known = items;
        if (known == null) {
            known = new ArrayList<>();
            if (!value.isEmpty() && Json.type(value) == JsonType.ARRAY) {
                ItemIndex index = ItemIndex.of(value);
                for (int i = 0; i < index.count(); i++) {
                    known.add(index.item(i));
                }
            } else if (!value.isEmpty() && Json.type(value) == JsonType.OBJECT) {
                members(known);
            }
            items = known;
        }
        return known;
    }

    /** Adds the members as {@code {"key":…,"value":…}}, the form in which they are paged. */
    private void members(List<Slice> into) {
        Members members = Members.of(value);
        while (members.next()) {
            ByteSink out = new ByteSink(members.key().length() + members.value().length() + 32).ascii("{\"key\":");
            into.add(out.stringRaw(members.key())
                    .ascii(",\"value\":")
                    .raw(members.value())
                    .ascii("}")
                    .slice());
        }
    }

    private void fail(String what) {
        fault = fault == null ? what : fault;
    }

    /** Returns the first difference, after everything has been read, or null. */
    @Nullable String fault() {
        if (fault != null) {
            return fault;
        }
        int all = items != null ? items.size() : text().length();
        return at == all ? null : "the end is missing: " + at + " of " + all + (items != null ? " items" : " bytes");
    }
}

package dev.plimsoll.laws;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.ContentBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A possible match of a search, found by a simple exhaustive method: an item of an outermost list, a line of a text, or a
 * member outside of lists.
 *
 * @param index the index in its list, or -1
 * @param line the line number from 1, or 0
 * @param texts all text that can be found in it
 */
record MatchCandidate(int index, int line, Slice value, List<String> texts) {

    private static final int MAX_DEPTH = 32;

    /** Characters above which every occurrence in a line is a match. */
    private static final int LONG_LINE = 2_000;

    /**
     * One match in a candidate.
     *
     * @param column position in a long line, in characters from 1; 0 for other candidates
     */
    record Occurrence(MatchCandidate candidate, int column) {}

    /** Returns the matches of a word in this candidate: at most one, unless it is a long line. */
    List<Occurrence> occurrences(String searchText) {
        int first = position(searchText);
        if (first < 0) {
            return List.of();
        }
        String text = texts.get(0);
        if (line == 0 || text.codePointCount(0, text.length()) <= LONG_LINE) {
            return List.of(new Occurrence(this, 0));
        }
        List<Occurrence> all = new ArrayList<>();
        int[] wanted = folded(searchText);
        int[] points = folded(text);
        for (int i = first; i + wanted.length <= points.length; i++) {
            if (Arrays.equals(wanted, 0, wanted.length, points, i, i + wanted.length)) {
                all.add(new Occurrence(this, i + 1));
                i += wanted.length - 1;
            }
        }
        return all;
    }

    static List<MatchCandidate> of(Original original) {
        List<MatchCandidate> all = new ArrayList<>();
        Slice document = original.document().bytes();
        if (!original.document().isJson()) {
            lines(Utf8.decode(document), document, all);
        } else if (original.isListOfBlocks()) {
            ItemIndex blocks = ItemIndex.of(document);
            List<ContentBlock> parts = original.contentBlocks();
            for (int i = 0; i < parts.size(); i++) {
                if (!parts.get(i).isBinary()) {
                    add(null, blocks.item(i), 0, all);
                }
            }
        } else {
            add(null, document, 0, all);
        }
        return all;
    }

    private static void add(@Nullable Slice key, Slice value, int depth, List<MatchCandidate> all) {
        JsonType type = Json.type(value);
        String text = type == JsonType.STRING ? JsonText.unescapeToString(Json.stringInside(value)) : "";
        Slice inside = type == JsonType.STRING ? Json.stringInside(value) : Slice.of("");
        boolean lines =
                inside.length() > LONG_LINE || inside.utf8().replace("\\\\", "").contains("\\n");
        boolean isContainer = type == JsonType.ARRAY || (type == JsonType.OBJECT && depth < MAX_DEPTH) || lines;
        if (key != null || !isContainer) {
            List<String> texts = new ArrayList<>();
            if (key != null) {
                texts.add(JsonText.unescapeToString(key));
            }
            if (!isContainer) {
                collect(value, texts);
            }
            all.add(new MatchCandidate(-1, 0, value, texts));
        }
        if (lines) {
            lines(text, value, all);
        } else if (type == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            for (int i = 0; i < items.count(); i++) {
                List<String> texts = new ArrayList<>();
                collect(items.item(i), texts);
                all.add(new MatchCandidate(i, 0, items.item(i), texts));
            }
        } else if (type == JsonType.OBJECT && depth < MAX_DEPTH) {
            Members members = Members.of(value);
            while (members.next()) {
                add(members.key(), members.value(), depth + 1, all);
            }
        }
    }

    private static void lines(String text, Slice value, List<MatchCandidate> all) {
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            boolean last = i == lines.length - 1;
            if (!last || !lines[i].isEmpty()) {
                String line = lines[i].endsWith("\r") ? lines[i].substring(0, lines[i].length() - 1) : lines[i];
                all.add(new MatchCandidate(-1, i + 1, value, List.of(line)));
            }
        }
    }

    /** Collects keys and scalars at any depth, with an explicit stack. */
    private static void collect(Slice value, List<String> texts) {
        List<Object> stack = new ArrayList<>(List.of(value));
        while (!stack.isEmpty()) {
            Object top = stack.remove(stack.size() - 1);
            if (top instanceof String entry) {
                texts.add(entry);
                continue;
            }
            Slice slice = (Slice) top;
            JsonType type = Json.type(slice);
            List<Object> inside = new ArrayList<>();
            if (type == JsonType.ARRAY) {
                ItemIndex items = ItemIndex.of(slice);
                for (int i = 0; i < items.count(); i++) {
                    inside.add(items.item(i));
                }
            } else if (type == JsonType.OBJECT) {
                Members members = Members.of(slice);
                while (members.next()) {
                    inside.add(members.keyText());
                    inside.add(members.value());
                }
            } else {
                texts.add(type == JsonType.STRING ? JsonText.unescapeToString(Json.stringInside(slice)) : slice.utf8());
            }
            for (int i = inside.size() - 1; i >= 0; i--) {
                stack.add(inside.get(i));
            }
        }
    }

    /** Returns the code point of the first occurrence in the first text that contains the word, or -1 if there is none. */
    int position(String searchText) {
        int[] wanted = folded(searchText);
        for (String entry : texts) {
            int[] text = folded(entry);
            for (int i = 0; i + wanted.length <= text.length; i++) {
                int equalCount = 0;
                while (equalCount < wanted.length && text[i + equalCount] == wanted[equalCount]) {
                    equalCount++;
                }
                if (equalCount == wanted.length) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static int[] folded(String text) {
        return text.codePoints()
                .map(c -> c == 0x130 || c == 0x131 ? c : Character.toLowerCase(Character.toUpperCase(c)))
                .toArray();
    }
}

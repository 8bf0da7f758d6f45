package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.search.SearchHit;
import dev.plimsoll.search.SearchPattern;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.Projection;
import dev.plimsoll.shape.draft.TextExcerpt;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.fold.ItemIdentity;
import dev.plimsoll.shape.item.find.OffsetLocator.LocatedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes matches: their positions, and their complete records or lines as long as the budget allows it. The other
 * matches of a page have only the identifying fields of their records, and an excerpt.
 */
final class MatchWriter {

    private static final int MAX_PATH_LENGTH = 400;

    /** Number of characters shown around one of several matches in a long line. */
    private static final int LONG_LINE_EXCERPT_LENGTH = 120;

    /** Estimated number of tokens of a match without its text or item. */
    private static final int POSITION_TOKENS = 24;

    private final ShapeTask shapeTask;
    private final SearchPattern searchPattern;
    private final ItemIdentity itemIdentity;
    private final @Nullable Projection projection;

    MatchWriter(ShapeTask shapeTask, SearchPattern searchPattern) {
        this.shapeTask = shapeTask;
        this.searchPattern = searchPattern;
        this.itemIdentity = ItemIdentity.of(shapeTask.policy());
        List<String> fields = shapeTask.view().fields();
        this.projection = fields.isEmpty() ? null : Projection.of(fields);
    }

    /** Writes a line. Writes it completely if that takes at most {@code maxTokens} tokens. */
    void writeLine(
            FoundLine line,
            @Nullable MatchSurroundings surroundings,
            int maxTokens,
            AnswerDraft answerDraft,
            @Nullable FoldWriter foldWriter) {
        Slice content = line.content();
        boolean isExcerpt = content.length() > MatchRecord.EXCERPT_LENGTH
                && (foldWriter != null || line.isLong() || exceeds(content, maxTokens));
        answerDraft.ascii("{").member("line").number(line.number());
        if (isExcerpt || line.isLong()) {
            answerDraft.member("column").number(line.column());
        }
        writePath(line.path(), answerDraft);
        if (foldWriter == null && !line.names().isEmpty()) {
            answerDraft.member("names").strings(line.names());
        }
        int length = line.isLong() ? LONG_LINE_EXCERPT_LENGTH : MatchRecord.EXCERPT_LENGTH;
        Slice shownText = isExcerpt ? TextExcerpt.of(content, line.start(), length) : content;
        writeText(shownText, answerDraft, foldWriter);
        if (surroundings != null) {
            writeLines("before", line, surroundings.beforeFrom(), surroundings.position(), answerDraft);
            writeLines("after", line, surroundings.position() + 1, surroundings.afterEnd(), answerDraft);
        }
        answerDraft.ascii("}");
    }

    private boolean exceeds(Slice text, int tokens) {
        return tokens <= 0 || shapeTask.draft().string(text).tokens() > tokens - POSITION_TOKENS;
    }

    private static void writeLines(String name, FoundLine line, int from, int to, AnswerDraft answerDraft) {
        if (from >= to) {
            return;
        }
        answerDraft.member(name).ascii("[");
        for (int i = from; i < to; i++) {
            Slice content = line.content(i);
            boolean isLong = Utf8.codePoints(content) > SearchPattern.LONG_LINE;
            answerDraft.ascii(i > from ? "," : "");
            answerDraft.string(isLong ? TextExcerpt.of(content, 0, MatchRecord.EXCERPT_LENGTH) : content);
        }
        answerDraft.ascii("]");
    }

    /** Writes an item or member. Writes it completely if that takes at most {@code maxTokens} tokens. */
    void writeValue(
            LocatedValue located,
            @Nullable MatchSurroundings surroundings,
            int maxTokens,
            AnswerDraft answerDraft,
            @Nullable FoldWriter foldWriter) {
        writeValue(located, surroundings, List.of(), maxTokens, answerDraft, foldWriter);
    }

    /** Writes an item or member with the words of a question that it contains. */
    void writeRecord(
            LocatedValue located,
            List<String> words,
            int maxTokens,
            AnswerDraft answerDraft,
            @Nullable FoldWriter foldWriter) {
        writeValue(located, null, words, maxTokens, answerDraft, foldWriter);
    }

    private void writeValue(
            LocatedValue located,
            @Nullable MatchSurroundings surroundings,
            List<String> words,
            int maxTokens,
            AnswerDraft answerDraft,
            @Nullable FoldWriter foldWriter) {
        SearchHit searchHit = findHit(located);
        answerDraft.ascii("{");
        if (located.index() >= 0) {
            answerDraft.member("index").number(located.index());
        }
        JsonPointer path = OffsetLocator.pathInside(located.value(), located.path(), searchHit.tokenOffset());
        writePath(isShort(path) ? path : located.path(), answerDraft);
        if (searchHit.isKey()) {
            answerDraft.member("in").string("key");
        }
        if (foldWriter == null) {
            writeNames(AncestorNames.of(ancestors(located, searchHit)), answerDraft);
        }
        if (foldWriter == null && !words.isEmpty()) {
            answerDraft.member("words").strings(words);
        }
        if (foldWriter != null || !writeItem(located, searchHit, maxTokens, answerDraft)) {
            writeExcerpt(searchHit, answerDraft, foldWriter);
        }
        ItemIndex items = located.items();
        if (surroundings != null && items != null) {
            writeNeighbors("before", items, surroundings.beforeFrom(), surroundings.position(), maxTokens, answerDraft);
            writeNeighbors(
                    "after", items, surroundings.position() + 1, surroundings.afterEnd(), maxTokens, answerDraft);
        }
        answerDraft.ascii("}");
    }

    private static void writeNames(List<Slice> names, AnswerDraft answerDraft) {
        for (int i = 0; i < names.size(); i++) {
            (i == 0 ? answerDraft.member("names").ascii("[") : answerDraft.ascii(",")).string(names.get(i));
        }
        answerDraft.ascii(names.isEmpty() ? "" : "]");
    }

    private SearchHit findHit(LocatedValue located) {
        Slice key = located.key();
        SearchHit memberHit = key == null ? null : SearchHit.findInMember(key, located.value(), searchPattern);
        return memberHit != null
                ? memberHit
                : Objects.requireNonNull(
                        SearchHit.find(located.value(), searchPattern), "the value must contain a match");
    }

    /** Returns the line of a long string that contains a match; null if another value matches. */
    @Nullable FoundLine lineInString(LocatedValue located) {
        SearchHit searchHit = findHit(located);
        Slice text = searchHit.text();
        boolean isValue = !searchHit.isKey() && text.length() > SearchPattern.LONG_LINE;
        // if a whole member matches, the text of the hit may be an array or an object
        if (!isValue || (searchHit.start() == 0 && (text.at(0) == '{' || text.at(0) == '['))) {
            return null;
        }
        JsonPointer path = OffsetLocator.pathInside(located.value(), located.path(), searchHit.tokenOffset());
        return isShort(path) ? new FoundLine(text, LineIndex.of(text), searchHit.start(), 0, path, List.of()) : null;
    }

    /**
     * Returns the objects around a match, without the searched part itself. Includes the record that is shown only if
     * another object in this record contains the match.
     */
    private static List<Slice> ancestors(LocatedValue located, SearchHit searchHit) {
        List<Slice> outerObjects = located.ancestors();
        List<Slice> innerObjects = OffsetLocator.objectsAround(located.value(), searchHit.tokenOffset());
        List<Slice> ancestors =
                new ArrayList<>(outerObjects.subList(Math.min(1, outerObjects.size()), outerObjects.size()));
        if (innerObjects.size() > 1) {
            ancestors.addAll(innerObjects);
        }
        return ancestors;
    }

    /**
     * Writes the item: the selected fields, the whole item if enough tokens are free, or its short form. Returns
     * false if an excerpt must show the match.
     */
    private boolean writeItem(LocatedValue located, SearchHit searchHit, int maxTokens, AnswerDraft answerDraft) {
        Slice value = located.value();
        AnswerDraft itemDraft = shapeTask.draft();
        if (projection != null) {
            projection.write(value, itemDraft);
        } else if (!Json.exceeds(value, shapeTask.budget().bytes() / 2)) {
            itemDraft.json(value);
        }
        boolean isRecord = Json.type(value) == JsonType.OBJECT;
        if (itemDraft.bytes() > 0 && (itemDraft.tokens() <= maxTokens - POSITION_TOKENS || isSmall(value))) {
            answerDraft.member("item").append(itemDraft);
            return true;
        }
        if (!isRecord) {
            return false;
        }
        AnswerDraft shortForm = shapeTask.draft();
        boolean hasMatch = new MatchRecord(value, itemIdentity, searchHit).write(shortForm);
        if (shortForm.bytes() > 2) {
            answerDraft.member("item").append(shortForm);
        }
        return hasMatch;
    }

    /** Returns whether a value is not a record, and is as short as an excerpt. */
    private static boolean isSmall(Slice value) {
        return Json.type(value) != JsonType.OBJECT && value.length() <= MatchRecord.EXCERPT_LENGTH;
    }

    /**
     * Writes the items before or after an item. Large objects are written in their short form.
     */
    private void writeNeighbors(
            String name, ItemIndex items, int from, int to, int maxTokens, AnswerDraft answerDraft) {
        if (from >= to) {
            return;
        }
        answerDraft.member(name).ascii("[");
        for (int i = from; i < to; i++) {
            answerDraft.ascii(i > from ? "," : "");
            Slice value = items.item(i);
            AnswerDraft neighborDraft = shapeTask.draft();
            if (projection != null) {
                projection.write(value, neighborDraft);
            } else if (Json.type(value) == JsonType.OBJECT && Json.exceeds(value, Math.max(0, maxTokens) * 2)) {
                new MatchRecord(value, itemIdentity, null).write(neighborDraft);
            } else {
                neighborDraft.json(value);
            }
            answerDraft.append(neighborDraft);
        }
        answerDraft.ascii("]");
    }

    static boolean isShort(@Nullable JsonPointer path) {
        return path != null && path.toString().length() <= MAX_PATH_LENGTH;
    }

    private static void writePath(@Nullable JsonPointer path, AnswerDraft answerDraft) {
        if (path != null && isShort(path) && !path.tokens().isEmpty()) {
            answerDraft.member("path").string(path.toString());
        }
    }

    private void writeExcerpt(SearchHit searchHit, AnswerDraft answerDraft, @Nullable FoldWriter foldWriter) {
        Slice excerpt = TextExcerpt.of(searchHit.text(), searchHit.start(), MatchRecord.EXCERPT_LENGTH);
        writeText(excerpt, answerDraft, foldWriter);
        if (searchHit.text().length() > MatchRecord.EXCERPT_LENGTH) {
            answerDraft.member("at").number(Utf8.codePoints(searchHit.text().sub(0, searchHit.start())));
        }
    }

    private void writeText(Slice text, AnswerDraft answerDraft, @Nullable FoldWriter foldWriter) {
        answerDraft.member("text");
        if (foldWriter == null) {
            answerDraft.string(text);
        } else {
            foldWriter.write(shapeTask.draft().string(text).written(), null);
        }
    }
}

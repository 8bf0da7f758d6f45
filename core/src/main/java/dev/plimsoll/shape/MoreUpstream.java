package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values in a result that report more data upstream. Plimsoll's totals cover only this result, so each answer must
 * report these values.
 *
 * @param values a JSON object of these values, as the server sent them; {@code {}} for none
 * @param hasMore whether the values report more data; false if they only contradict the number of items
 * @param argument the tool's own argument that reads more, or empty
 * @param contradiction a sentence about a count that is below the number of items, or empty
 * @param list JSON Pointer of the list that the totals describe
 */
public record MoreUpstream(Slice values, boolean hasMore, String argument, String contradiction, String list) {

    /** The value for a result without such values. */
    public static final MoreUpstream NONE = new MoreUpstream(Slice.of("{}"), false, "", "", "");

    public static final String NAME = "upstream";

    /**
     * Maximum characters of a value in the brief form. A shortened value is below this maximum, so that shortening it
     * again does not change it.
     */
    private static final int MAX_BRIEF_LENGTH = 60;

    /** Characters that a shortened value keeps. */
    private static final int PREFIX_LENGTH = 20;

    /** Values that take more than 1/{@code BUDGET_DIVISOR} of the budget are shortened. */
    private static final int BUDGET_DIVISOR = 8;

    /**
     * Returns these values without the contradiction. Used for the last of several joined pages, because its number of
     * items is not the number of items of all pages.
     */
    public MoreUpstream withoutContradiction() {
        return hasMore ? new MoreUpstream(values, true, argument, "", list) : NONE;
    }

    public boolean isNone() {
        return values.length() <= 2;
    }

    /** Writes {@code ,"upstream":{…}}, or nothing if there are no values. */
    public void writeMember(AnswerDraft answerDraft, int budgetTokens) {
        if (isNone()) {
            return;
        }
        AnswerDraft.Mark start = answerDraft.mark();
        int tokensBefore = answerDraft.tokens();
        write(answerDraft.ascii(",").name(NAME), false);
        if (answerDraft.tokens() - tokensBefore > budgetTokens / BUDGET_DIVISOR) {
            answerDraft.resetTo(start);
            write(answerDraft.ascii(",").name(NAME), true);
        }
    }

    /** Writes the values. If {@code isBrief}, long values are cut and state their length. */
    void write(AnswerDraft answerDraft, boolean isBrief) {
        if (!isBrief) {
            answerDraft.json(values);
            return;
        }
        answerDraft.ascii("{");
        String comma = "";
        Members members = Members.of(values);
        while (members.next()) {
            answerDraft.ascii(comma).key(members.key());
            answerDraft.json(shortened(members.value(), MAX_BRIEF_LENGTH));
            comma = ",";
        }
        answerDraft.ascii("}");
    }

    /**
     * Returns a value of at most {@code maxCharacters} unchanged. Returns the beginning of a longer
     * value as a string that states its length, such as {@code "https://example.com/… [80 characters]"}.
     */
    public static Slice shortened(Slice value, int maxCharacters) {
        Slice text = Json.type(value) == JsonType.STRING ? JsonText.unescapeToSlice(Json.stringInside(value)) : value;
        int characters = Utf8.codePoints(text);
        if (characters <= maxCharacters) {
            return value;
        }
        ByteSink shortenedText = new ByteSink(160).raw(text.sub(0, FoldWriter.prefixLength(text, PREFIX_LENGTH)));
        shortenedText.raw(Slice.of("… [" + characters + " characters]"));
        return new ByteSink(160).string(shortenedText.slice()).slice();
    }

    /** Returns whether there are such values, and the list that the totals describe is at or below this position. */
    public boolean affects(List<String> tokens) {
        List<String> path = JsonPointer.parse(list).tokens();
        return !isNone()
                && tokens.size() <= path.size()
                && path.subList(0, tokens.size()).equals(tokens);
    }

    /** Encodes these values as a JSON value for the store. */
    public Slice encode() {
        return new JsonWriter(values.length() + 128)
                .beginObject()
                .raw("values", values)
                .bool("exists", hasMore)
                .string("argument", argument)
                .string("contradiction", contradiction)
                .string("list", list)
                .endObject()
                .slice();
    }

    /** Decodes the output of {@link #encode}; {@link #NONE} if there is no such value. */
    public static MoreUpstream decode(@Nullable Slice encoded) {
        Slice values = encoded == null ? null : Members.get(encoded, "values");
        if (encoded == null || values == null) {
            return NONE;
        }
        Slice exists = Members.get(encoded, "exists");
        return new MoreUpstream(
                values,
                exists != null && exists.at(0) == 't',
                text(encoded, "argument"),
                text(encoded, "contradiction"),
                text(encoded, "list"));
    }

    private static String text(Slice object, String name) {
        Slice value = Members.get(object, name);
        return value == null ? "" : JsonText.unescapeToString(Json.stringInside(value));
    }
}

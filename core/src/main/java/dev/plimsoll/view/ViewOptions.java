package dev.plimsoll.view;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.TextFormatName;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a view that only some reads use.
 *
 * @param leadSentence first sentence of each answer, which explains the view; may be empty
 * @param context lines or items around each match of a search
 * @param ranges ranges of a text in modes lines and find, if they are not one range of lines
 * @param lookTokens maximum tokens of page 1, if it is a look; 0 if page 1 has the budget of the other pages
 * @param format the format to read texts as; null to recognize it
 */
public record ViewOptions(
        String leadSentence,
        MatchContext context,
        TextRanges ranges,
        int lookTokens,
        @Nullable TextFormatName format) {

    public static final ViewOptions NONE = new ViewOptions("", MatchContext.NONE, TextRanges.NONE, 0, null);

    public ViewOptions withLeadSentence(String sentence) {
        return new ViewOptions(sentence, context, ranges, lookTokens, format);
    }

    public ViewOptions withContext(MatchContext newContext) {
        return new ViewOptions(leadSentence, newContext, ranges, lookTokens, format);
    }

    public ViewOptions withRanges(TextRanges newRanges) {
        return new ViewOptions(leadSentence, context, newRanges, lookTokens, format);
    }

    public ViewOptions withLook(int tokens) {
        return new ViewOptions(leadSentence, context, ranges, tokens, format);
    }

    public ViewOptions withFormat(@Nullable TextFormatName newFormat) {
        return new ViewOptions(leadSentence, context, ranges, lookTokens, newFormat);
    }

    /** Returns the options for another view of the same document: only the format stays. */
    ViewOptions forSameDocument() {
        return NONE.withFormat(format);
    }

    /** Returns whether anything but the sentence is set. */
    boolean hasSettings() {
        return !context.isNone() || !ranges.isNone() || lookTokens > 0 || format != null;
    }

    /** Returns a JSON object with the settings, without the lead sentence. */
    Slice encode() {
        JsonWriter json = new JsonWriter(64).beginObject();
        if (!context.isNone()) {
            json.string("context", context.toString());
        }
        if (!ranges.isNone()) {
            json.string("lines", ranges.toString());
        }
        if (lookTokens > 0) {
            json.number("look", lookTokens);
        }
        if (format != null) {
            json.string("as", format.wireName());
        }
        return json.endObject().slice();
    }

    static ViewOptions decode(Slice object) {
        ViewOptions options = NONE;
        Members members = Members.of(object);
        while (members.next()) {
            Slice value = members.value();
            if (Json.type(value) == JsonType.NUMBER) {
                options = members.keyIs("look") ? options.withLook(Integer.parseInt(value.utf8())) : options;
                continue;
            }
            String text = JsonText.unescapeToString(Json.stringInside(value));
            MatchContext context = members.keyIs("context") ? MatchContext.parse(text) : null;
            TextRanges ranges = members.keyIs("lines") ? TextRanges.parse(text) : null;
            options = context == null ? options : options.withContext(context);
            options = ranges == null ? options : options.withRanges(ranges);
            options = members.keyIs("as") ? options.withFormat(TextFormatName.find(text)) : options;
        }
        return options;
    }
}

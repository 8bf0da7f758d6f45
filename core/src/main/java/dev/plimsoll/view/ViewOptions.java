package dev.plimsoll.view;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;

/**
 * Settings of a view that only some reads use.
 *
 * @param context lines or items around each match of a search
 * @param ranges ranges of a text in modes lines and find, if they are not one range of lines
 */
public record ViewOptions(MatchContext context, LineRanges ranges) {

    public static final ViewOptions NONE = new ViewOptions(MatchContext.NONE, LineRanges.NONE);

    public ViewOptions withContext(MatchContext other) {
        return new ViewOptions(other, ranges);
    }

    public ViewOptions withRanges(LineRanges other) {
        return new ViewOptions(context, other);
    }

    public boolean isNone() {
        return context.isNone() && ranges.isNone();
    }

    /** Returns an object with the options that are set. */
    Slice encode() {
        JsonWriter json = new JsonWriter(64).beginObject();
        if (!context.isNone()) {
            json.string("context", context.toString());
        }
        if (!ranges.isNone()) {
            json.string("lines", ranges.toString());
        }
        return json.endObject().slice();
    }

    static ViewOptions decode(Slice object) {
        ViewOptions options = NONE;
        Members members = Members.of(object);
        while (members.next()) {
            String value = JsonText.unescapeToString(Json.stringInside(members.value()));
            MatchContext context = members.keyIs("context") ? MatchContext.parse(value) : null;
            LineRanges ranges = members.keyIs("lines") ? LineRanges.parse(value) : null;
            options = context == null ? options : options.withContext(context);
            options = ranges == null ? options : options.withRanges(ranges);
        }
        return options;
    }
}

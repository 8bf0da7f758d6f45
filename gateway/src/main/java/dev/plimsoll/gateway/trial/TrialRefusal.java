package dev.plimsoll.gateway.trial;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Error that the engine returns for a read.
 *
 * @param code the error code
 * @param lines the lines of the message, with the suggestion
 */
record TrialRefusal(String code, List<String> lines) {

    /** Parses {@code {"error":{"code","message","details":{…,"suggestion"}}}}; returns null for anything else. */
    static @Nullable TrialRefusal find(Slice json) {
        boolean isObject = Json.isValid(json) && Json.type(json) == JsonType.OBJECT;
        Slice error = isObject ? Members.get(json, "error") : null;
        String code = findText(error, "code");
        String message = findText(error, "message");
        if (error == null || code == null || message == null) {
            return null;
        }
        Slice details = Members.get(error, "details");
        String suggestion = findText(details, "suggestion");
        String argument = findText(details, "argument");
        // a message that shows a position has several lines: its suggestion gets its own line
        String hint = hint(suggestion, argument);
        String text = message + (message.contains("\n") ? hint.replaceFirst("^ – ", "\n") : hint);
        return new TrialRefusal(code, text.lines().toList());
    }

    /**
     * Returns the suggestion as the end of the message. A suggestion such as {@code page: 1} becomes an
     * option of the command line: {@code --page 1}.
     */
    private static String hint(@Nullable String suggestion, @Nullable String argument) {
        if (suggestion == null || suggestion.isEmpty()) {
            return "";
        }
        String prefix = argument + ": ";
        return suggestion.startsWith(prefix) && argument != null
                ? " – such as --" + argument.replace('_', '-') + " " + suggestion.substring(prefix.length())
                : " – " + suggestion;
    }

    private static @Nullable String findText(@Nullable Slice object, String name) {
        Slice value = object == null ? null : Members.get(object, name);
        return value == null || Json.type(value) != JsonType.STRING ? null : ParsedAnswer.unescape(value);
    }

    boolean isCursorError() {
        return code.equals(ErrorCode.CURSOR_INVALID.name()) || code.equals(ErrorCode.CURSOR_EXPIRED.name());
    }

    boolean isInternalError() {
        return code.equals(ErrorCode.INTERNAL_ERROR.name());
    }
}

package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.view.ArgumentNames;
import dev.plimsoll.view.ReadArgumentsParser;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of {@code plimsoll_read} that save, read, or remove a view.
 *
 * @param cursor a cursor, or the URI of a view; empty if absent
 * @param save name for the view, or {@link #REMOVE}; null if absent or empty, because some clients fill in every
 *     argument
 * @param selection the arguments {@code query} or {@code sql}, {@code args}, {@code path}, and {@code as}
 * @param maxTokens budget of the answer; 0 if absent
 */
record ViewArguments(String cursor, @Nullable String save, Slice selection, int maxTokens) {

    static final String SAVE = "save";

    /** Value of {@code save} that removes a view. No view can have this name. */
    static final String REMOVE = "-";

    private static final int MAX_BYTES = 65_536;
    /** Arguments of which a view needs at least one. */
    private static final List<String> MAIN_SELECTION_ARGUMENTS = List.of("query", "sql", "path");

    private static final Set<String> SELECTION_ARGUMENTS = Set.of("query", "sql", "args", "path", "as");

    /** Returns whether the call saves a view. */
    boolean isSave() {
        return save != null && !isRemoval();
    }

    /** Returns whether the call removes a view. */
    boolean isRemoval() {
        return REMOVE.equals(save);
    }

    /** Returns whether a call of the read tool saves, reads, or removes a view. */
    static boolean isAboutView(@Nullable Slice arguments) {
        if (arguments == null) {
            return false;
        }
        Slice save = Members.get(arguments, SAVE);
        return hasValue(save) || readCursor(arguments).startsWith(ViewName.URI_PREFIX);
    }

    private static boolean hasValue(@Nullable Slice value) {
        return value != null && !ReadArgumentsParser.isEmpty(value);
    }

    private static String readCursor(Slice arguments) {
        for (String name : ReadArgumentsParser.CURSOR_NAMES) {
            String cursor = ObjectEdit.textIn(arguments, name, MAX_BYTES);
            if (cursor != null) {
                return cursor;
            }
        }
        return "";
    }

    /** Parses the arguments. Throws if one of them cannot be used with a view. */
    static ViewArguments parse(Slice arguments) {
        Slice saveArgument = Members.get(arguments, SAVE);
        String save = hasValue(saveArgument) ? ObjectEdit.textIn(arguments, SAVE, MAX_BYTES) : null;
        if (hasValue(saveArgument) && save == null) {
            throw refusal("save must be a name", "save: \"open-issues\"");
        }
        boolean isSave = save != null && !save.equals(REMOVE);
        JsonWriter selection = new JsonWriter(arguments.length() + 16).beginObject();
        int maxTokens = 0;
        Members members = Members.of(arguments);
        while (members.next()) {
            String name = members.key().length() > 64 ? "" : members.keyText();
            String canonical = String.valueOf(ArgumentNames.canonical(name));
            boolean isHandled = name.equals(SAVE) || canonical.equals("cursor");
            if (isHandled || ReadArgumentsParser.isEmpty(members.value())) {
                continue;
            }
            if (isSave && SELECTION_ARGUMENTS.contains(canonical)) {
                selection.raw(canonical, members.value());
            } else if (canonical.equals("max_tokens")) {
                maxTokens = parseTokens(members.value());
            } else {
                throw isSave
                        ? refusal(
                                "save cannot be used with " + ViewName.makePrintable(name),
                                "query or sql, args, path, and as")
                        : refusal(
                                "the URI of a view cannot be used with " + ViewName.makePrintable(name),
                                "the URI alone; if the answer has a cursor, that with " + ViewName.makePrintable(name));
            }
        }
        return new ViewArguments(
                readCursor(arguments), save, selection.endObject().slice(), maxTokens);
    }

    private static int parseTokens(Slice value) {
        String text = value.utf8();
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST, "max_tokens must be an integer from 1", "max_tokens: 2000")
                    .detail("argument", "max_tokens");
        }
        return Integer.parseInt(text);
    }

    /** Throws if there is no query, statement, or path: the view would be the complete result. */
    void requireSelection() {
        if (MAIN_SELECTION_ARGUMENTS.stream().allMatch(name -> ObjectEdit.valueIn(selection, name) == null)) {
            throw refusal("save needs query, sql, or path: what to read of the result", "query: \"map(.id)\"");
        }
    }

    static RefusedException refusal(String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion)
                .detail("argument", SAVE)
                .detail("allowed", String.join(", ", List.of("cursor", "query", "sql", "args", "path", "as", "save")));
    }
}

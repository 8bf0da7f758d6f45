package dev.plimsoll.engine;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.view.ArgumentNames;
import dev.plimsoll.view.ReadArgumentsParser;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a tool call, split into the arguments of a follow-up read and the tool's own. A name that the
 * tool declares is always the tool's own.
 *
 * @param receivedArguments the arguments as received
 * @param readArguments an object with the arguments of the follow-up read; null if there are none
 * @param toolArguments the other arguments; the received bytes if {@code readArguments} is null
 * @param cursor the cursor in {@code readArguments}, or null
 */
record CallArguments(
        @Nullable Slice receivedArguments,
        @Nullable Slice readArguments,
        @Nullable Slice toolArguments,
        @Nullable String cursor) {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");
    private static final int MAX_NAME_LENGTH = 64;
    private static final int MAX_CURSOR_LENGTH = 4096;
    private static final Set<String> POSITION_NAMES = Set.of("cursor", "page", "pages", "direction");

    /**
     * @param policy decides whether {@code search} and {@code sql} are arguments of follow-up reads of the tool; if
     * not, they are arguments of the tool itself
     */
    static CallArguments of(@Nullable Slice arguments, @Nullable ListedTool tool, Policy policy) {
        Slice receivedObject = objectOrEmpty(arguments);
        ByteSink readMembers = new ByteSink(128).ascii("{");
        ByteSink toolMembers = new ByteSink(receivedObject.length()).ascii("{");
        String cursor = null;
        Members members = Members.of(receivedObject);
        while (members.next()) {
            String canonical = canonicalName(members, tool, policy);
            ByteSink out = canonical == null ? toolMembers : readMembers;
            out.ascii(out.size() == 1 ? "" : ",").raw(members.member());
            if ("cursor".equals(canonical)) {
                cursor = ReadArgumentsParser.isEmpty(members.value()) ? cursor : cursorText(members.value());
            }
        }
        if (readMembers.size() == 1) {
            return new CallArguments(arguments, null, arguments, null);
        }
        return new CallArguments(
                arguments,
                readMembers.ascii("}").slice(),
                toolMembers.ascii("}").slice(),
                cursor);
    }

    /** Returns the arguments if they are a valid JSON object, else an empty object. */
    static Slice objectOrEmpty(@Nullable Slice arguments) {
        boolean isObject = arguments != null && Json.isValid(arguments) && Json.type(arguments) == JsonType.OBJECT;
        return isObject && arguments != null ? arguments : EMPTY_OBJECT;
    }

    /**
     * Returns the canonical name of an argument of follow-up reads; null if the argument belongs to the tool.
     */
    private static @Nullable String canonicalName(Members members, @Nullable ListedTool tool, Policy policy) {
        String name = members.key().length() > MAX_NAME_LENGTH ? "" : members.keyText();
        boolean isToolArgument = tool != null && tool.argumentNames().contains(name);
        String canonical = isToolArgument ? null : ArgumentNames.canonical(name);
        boolean isAllowed = switch (String.valueOf(canonical)) {
            case ArgumentNames.SEARCH -> policy.get(Policy.SEARCH);
            case ArgumentNames.SQL -> policy.get(Policy.SQL);
            default -> true;
        };
        return isAllowed ? canonical : null;
    }

    /**
     * Returns the cursor; an empty string if the value is not a string or is too long, so that it is refused as an
     * invalid cursor.
     */
    private static String cursorText(Slice value) {
        boolean isShortString = Json.type(value) == JsonType.STRING && value.length() <= MAX_CURSOR_LENGTH;
        return isShortString ? JsonText.unescapeToString(Json.stringInside(value)) : "";
    }

    /** Returns the cursor of an earlier result whose changes the caller wants; null if there is none. */
    @Nullable String changesSince() {
        Slice value = readArguments == null ? null : Members.get(readArguments, ArgumentNames.CHANGES_SINCE);
        return value == null || ReadArgumentsParser.isEmpty(value) ? null : cursorText(value);
    }

    /**
     * Returns {@code readArguments} without the members that need a cursor, for a tool that runs again; null
     * if {@code readArguments} is null.
     */
    @Nullable Slice withoutPosition() {
        Slice readMembers = readArguments;
        if (readMembers == null) {
            return null;
        }
        ByteSink out = new ByteSink(readMembers.length()).ascii("{");
        Members members = Members.of(readMembers);
        while (members.next()) {
            String canonical = ArgumentNames.canonical(members.keyText());
            if (canonical == null || !POSITION_NAMES.contains(canonical)) {
                out.ascii(out.size() == 1 ? "" : ",").raw(members.member());
            }
        }
        return out.ascii("}").slice();
    }

    /** Returns the first of these names that is missing in the tool's own arguments, or null. */
    @Nullable String findMissing(Iterable<String> required) {
        Set<String> givenNames = new HashSet<>();
        Members members = Members.of(objectOrEmpty(toolArguments));
        while (members.next()) {
            givenNames.add(members.keyText());
        }
        for (String name : required) {
            if (!givenNames.contains(name)) {
                return name;
            }
        }
        return null;
    }
}

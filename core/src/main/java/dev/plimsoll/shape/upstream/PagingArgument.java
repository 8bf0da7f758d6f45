package dev.plimsoll.shape.upstream;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolArgument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Finder that searches the arguments that a tool declares for the one that selects a page. */
final class PagingArgument {

    /** Known names, the most likely first. Limits are not among them, because a larger limit is not always allowed. */
    private static final List<String> KNOWN = List.of(
            "cursor",
            "nextcursor",
            "aftercursor",
            "after",
            "startingafter",
            "pagetoken",
            "nextpagetoken",
            "nexttoken",
            "startingtoken",
            "continuationtoken",
            "page",
            "pagenumber",
            "pageno",
            "pagenum",
            "pageindex",
            "offset",
            "skip",
            "startindex",
            "startat",
            "start",
            "position",
            "marker",
            "bookmark");

    private static final int MAX_URL_LENGTH = 4_096;

    private PagingArgument() {}

    /** Returns a name in lower case with only its letters and digits. */
    static String normalize(String name) {
        StringBuilder letters = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char character = name.charAt(i);
            if (Character.isLetterOrDigit(character)) {
                letters.append(character);
            }
        }
        return letters.toString().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the name of the argument as the tool declares it; empty if there is none.
     *
     * @param likely normalized names that the result suggests, the most likely first
     * @param sentence sentence in which the result may name the argument
     */
    static String findName(List<ToolArgument> declared, List<String> likely, String sentence) {
        for (ToolArgument argument : declared) {
            boolean isKnownName = KNOWN.contains(normalize(argument.name()));
            if (isKnownName && sentence.matches("(?s).*\\b" + Pattern.quote(argument.name()) + "\\b.*")) {
                return argument.name();
            }
        }
        List<String> preferred = new ArrayList<>(likely);
        preferred.addAll(KNOWN);
        for (String name : preferred) {
            for (ToolArgument argument : declared) {
                if (KNOWN.contains(name) && normalize(argument.name()).equals(name)) {
                    return argument.name();
                }
            }
        }
        return "";
    }

    /**
     * Adds the names of arguments that a cursor suggests: the parameters of its URL, its own name, and its
     * own name without {@code next} in front.
     */
    static void addNames(String name, Slice value, List<String> names) {
        if (Json.type(value) == JsonType.STRING && value.length() <= MAX_URL_LENGTH) {
            String text = JsonText.unescapeToString(Json.stringInside(value));
            int queryStart = text.indexOf('?');
            for (String parameter : queryStart < 0
                    ? new String[0]
                    : text.substring(queryStart + 1).split("&", -1)) {
                names.add(normalize(parameter.substring(0, Math.max(0, parameter.indexOf('=')))));
            }
        }
        names.add(name);
        names.add(name.startsWith("next") ? name.substring("next".length()) : name);
    }
}

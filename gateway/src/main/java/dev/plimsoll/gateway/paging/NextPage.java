package dev.plimsoll.gateway.paging;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.upstream.PageScan;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value of the paging argument for the next page. A page gives it as a cursor, as a number, or as a
 * URL with a parameter.
 */
final class NextPage {

    private NextPage() {}

    /**
     * Returns the value for the paging argument, as JSON; null if the page gives none. For the argument
     * {@code page}, {@code "https://api.example/items?page=3"} gives {@code "3"}.
     *
     * @param nextOfPage the cursor, number, or URL of the page; null if there is none
     */
    static @Nullable Slice findValue(@Nullable Slice nextOfPage, String argument) {
        if (nextOfPage == null || Json.type(nextOfPage) != JsonType.STRING) {
            return nextOfPage;
        }
        String text = JsonText.unescapeToString(Json.stringInside(nextOfPage));
        int questionMark = text.indexOf('?');
        if (questionMark < 0) {
            return text.startsWith("http:") || text.startsWith("https:") ? null : nextOfPage;
        }
        for (String parameter : text.substring(questionMark + 1).split("&", -1)) {
            int equalsSign = parameter.indexOf('=');
            String name = parameter.substring(0, Math.max(0, equalsSign));
            if (PageScan.normalize(name).equals(PageScan.normalize(argument))) {
                String decoded = decode(parameter.substring(equalsSign + 1));
                return new ByteSink(decoded.length() + 2).string(decoded).slice();
            }
        }
        return null;
    }

    private static String decode(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }
}

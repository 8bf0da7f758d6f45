package dev.plimsoll.app;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Detector of app pages: resources with a {@code ui://} URI, or with a MIME type that only app pages use. */
public final class AppPage {

    public static final String SCHEME = "ui://";

    /** Reason in receipts for passing an app page. */
    public static final String REASON = "an app page";

    private static final Set<String> MIME_TYPES = Set.of("text/html;profile=mcp-app", "text/html+skybridge");

    /** Maximum bytes of a MIME type in JSON: six times its length if all characters are escaped. */
    private static final int MAX_MIME_TYPE_BYTES = 1024;

    private AppPage() {}

    /** Returns whether resources with this URI are app pages. */
    public static boolean isAppUri(String uri) {
        return uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /** Returns whether resources of this MIME type are app pages. Case, white space, and quotes do not matter. */
    public static boolean isAppMimeType(String mimeType) {
        return MIME_TYPES.contains(mimeType.toLowerCase(Locale.ROOT)
                .replace(" ", "")
                .replace("\t", "")
                .replace("\"", ""));
    }

    /** Returns whether this is an app page: an entry of {@code resources/read}, or the resource of a content block. */
    public static boolean isAppPage(@Nullable Slice content) {
        if (content == null || Json.type(content) != JsonType.OBJECT) {
            return false;
        }
        Members members = Members.of(content);
        boolean isPage = false;
        while (members.next() && !isPage) {
            if (members.type() == JsonType.STRING && members.keyIs("uri")) {
                isPage = isAppUri(uriStart(members.value()));
            } else if (members.type() == JsonType.STRING && members.keyIs("mimeType")) {
                isPage = members.valueLength() <= MAX_MIME_TYPE_BYTES
                        && isAppMimeType(JsonText.unescapeToString(Json.stringInside(members.value())));
            }
        }
        return isPage;
    }

    /** Returns enough of the URI to see its scheme, with escapes decoded. */
    private static String uriStart(Slice string) {
        Slice inside = Json.stringInside(string);
        if (!JsonText.hasEscapes(inside)) {
            return inside.sub(0, Math.min(inside.length(), SCHEME.length())).utf8();
        }
        return JsonText.unescapeToString(inside);
    }

    /** Returns whether a {@code resources/read} result has contents, and all of them are app pages. */
    public static boolean hasOnlyAppPages(Slice result) {
        boolean isObject = Json.isValid(result) && Json.type(result) == JsonType.OBJECT;
        Slice contents = isObject ? Members.get(result, "contents") : null;
        if (contents == null || Json.type(contents) != JsonType.ARRAY) {
            return false;
        }
        Elements elements = Elements.of(contents);
        boolean hasContents = false;
        while (elements.next()) {
            if (!isAppPage(elements.value())) {
                return false;
            }
            hasContents = true;
        }
        return hasContents;
    }
}

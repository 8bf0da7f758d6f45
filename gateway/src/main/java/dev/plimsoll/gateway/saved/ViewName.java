package dev.plimsoll.gateway.saved;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks names of saved views, which are also names of files, and converts them from and to URIs. */
public final class ViewName {

    public static final String URI_PREFIX = "plimsoll://saved/";

    /**
     * Names that every file system allows. Without upper-case letters, different names are different files everywhere.
     */
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");

    private static final int MAX_SHOWN_LENGTH = 40;
    /** Description of the names that views can have. */
    public static final String ALLOWED = "1 to 63 characters of a-z, 0-9, - and _, with a letter or digit first";

    private ViewName() {}

    /** Returns whether a view can have this name. */
    public static boolean isValid(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns the name in the URI of a saved view, without a check of the name; null for other URIs. */
    static @Nullable String findInUri(@Nullable String uri) {
        return uri != null && uri.startsWith(URI_PREFIX) ? uri.substring(URI_PREFIX.length()) : null;
    }

    /** Returns the URI of the view with this name. */
    static String toUri(String name) {
        return URI_PREFIX + name;
    }

    /** Returns the name; throws if no view can have it. */
    static String require(String name) {
        if (isValid(name)) {
            return name;
        }
        throw new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "save: '" + makePrintable(name) + "' cannot be the name of a view",
                        "save: \"open-issues\"")
                .detail("argument", "save")
                .detail("allowed", ALLOWED);
    }

    /** Returns a name that a caller gave, shortened and without control characters. */
    static String makePrintable(String name) {
        String clean = name.replaceAll("\\p{C}", "?");
        return clean.length() <= MAX_SHOWN_LENGTH ? clean : clean.substring(0, MAX_SHOWN_LENGTH) + "…";
    }
}

package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks secrets in a text and its edits. The masked text has the same length, so that positions stay valid; {@link
 * #shortenMasks} shortens the masks. In a URL, masks only the part after the host, and only if it has a query, a
 * fragment, or a long path segment, which can be a key.
 */
final class SecretMasker {

    private static final char MASK = '\uE000';
    private static final Pattern MASK_RUN = Pattern.compile(MASK + "+");
    private static final Pattern URL_WITH_SECRET =
            Pattern.compile("(?i)(https?://[^/?#]*+/?+)(?=.*[?#]|.*[^/]{20,}).*", Pattern.DOTALL);

    private final List<SyntaxNode> secrets;

    SecretMasker(List<SyntaxNode> secrets) {
        this.secrets = secrets;
    }

    /** Masks the secrets in the text. */
    String mask(String text) {
        StringBuilder masked = new StringBuilder(text);
        for (SyntaxNode secret : secrets) {
            masked.replace(secret.from(), secret.to(), mask(secret));
        }
        return masked.toString();
    }

    /** Masks the secrets in the inserted texts of edits. */
    List<TextEdit> mask(List<TextEdit> edits) {
        return edits.stream()
                .map(edit -> {
                    String text = edit.text();
                    for (SyntaxNode secret : secrets) {
                        text = text.contains(secret.raw()) ? text.replace(secret.raw(), mask(secret)) : text;
                    }
                    return new TextEdit(edit.from(), edit.to(), text);
                })
                .toList();
    }

    private static String mask(SyntaxNode secret) {
        String raw = secret.raw();
        boolean isQuoted = raw.startsWith("\"") || raw.startsWith("'");
        int start = isQuoted ? 1 : 0;
        int end = raw.length() - start;
        Matcher url = URL_WITH_SECRET.matcher(raw).region(start, end);
        if (url.matches()) {
            start = url.end(1);
        } else if (raw.regionMatches(true, start, "http://", 0, 7)
                || raw.regionMatches(true, start, "https://", 0, 8)) {
            return raw;
        }
        return raw.substring(0, start) + String.valueOf(MASK).repeat(Math.max(0, end - start)) + raw.substring(end);
    }

    /** Returns a masked text for people, with three stars for each secret. */
    static String shortenMasks(String text) {
        return MASK_RUN.matcher(text).replaceAll("***");
    }
}

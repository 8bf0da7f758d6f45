package dev.plimsoll.gateway.access;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A request that access rules decide.
 *
 * @param name of the tool or prompt, the URI of the resource, or the template, as the server knows it
 * @param arguments a JSON object; null for none
 */
public record AccessRequest(
        Kind kind, String server, String name, @Nullable Slice arguments) {

    private static final char EXPRESSION = '{';

    /** Kind of request. */
    public enum Kind {
        TOOL("tool"),
        PROMPT("prompt"),
        RESOURCE("resource"),
        /** The resources whose URIs match a template. Only {@link AccessRules#mayAllow} decides about them. */
        TEMPLATE("resource");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Returns the name in conditions and refusals. */
        public String word() {
            return word;
        }
    }

    /** Returns a request for any resource that a template names; a text without expressions names one resource. */
    public static AccessRequest ofTemplate(String server, String template) {
        Kind kind = template.indexOf(EXPRESSION) < 0 ? Kind.RESOURCE : Kind.TEMPLATE;
        return new AccessRequest(kind, server, template, null);
    }
}

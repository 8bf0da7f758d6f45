package dev.plimsoll.gateway.access;

import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A request that access rules allow or refuse.
 *
 * @param name name of the tool or prompt, URI of the resource, or URI template, as the server knows it
 * @param arguments a JSON object; null for none
 */
public record AccessRequest(
        Kind kind, String server, String name, @Nullable Slice arguments) {

    private static final char EXPRESSION_START = '{';
    private static final int MAX_EXPANDED_CHARS = 65_536;

    /** Kind of request. */
    public enum Kind {
        TOOL("tool"),
        PROMPT("prompt"),
        RESOURCE("resource"),
        /** The resources whose URIs match a template. Only {@link AccessRules#canAllow} decides about them. */
        TEMPLATE("resource");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Returns the name of the kind in conditions and in messages about refusals. */
        public String word() {
            return word;
        }
    }

    /**
     * Returns a request for the resources that match a URI template. A template without expressions is the URI of one
     * resource.
     */
    public static AccessRequest ofTemplate(String server, String template) {
        Kind kind = template.indexOf(EXPRESSION_START) < 0 ? Kind.RESOURCE : Kind.TEMPLATE;
        return new AccessRequest(kind, server, template, null);
    }

    /** Returns whether an expression of the template, such as <code>{name}</code>, contains the variable. */
    public static boolean hasVariable(String template, String name) {
        return UriTemplate.hasVariable(template, name);
    }

    /**
     * Returns the requests for a template whose variables are replaced by values: one request with percent-encoded
     * values, and one with the values as they are. Returns an empty list if the template does not have the last
     * variable, or if the values are too long or contain expressions.
     *
     * @param variables values by variable; the last variable is the one for which a client requests a completion
     */
    public static List<AccessRequest> ofExpandedTemplate(
            String server, String template, SequencedMap<String, String> variables) {
        if (!UriTemplate.hasVariable(template, variables.lastEntry().getKey())) {
            return List.of();
        }
        String encodedTemplate = template;
        String literalTemplate = template;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            String value = variable.getValue();
            // a value must not become an expression, and no value may make the text grow without bound
            if (value.indexOf(EXPRESSION_START) >= 0
                    || encodedTemplate.length() + literalTemplate.length() > MAX_EXPANDED_CHARS) {
                return List.of();
            }
            encodedTemplate = UriTemplate.expand(encodedTemplate, variable.getKey(), value, true);
            literalTemplate = UriTemplate.expand(literalTemplate, variable.getKey(), value, false);
        }
        return List.of(ofTemplate(server, encodedTemplate), ofTemplate(server, literalTemplate));
    }
}

package dev.plimsoll.mcp;

import io.modelcontextprotocol.util.McpUriTemplateManager;
import io.modelcontextprotocol.util.McpUriTemplateManagerFactory;
import java.util.List;
import java.util.Map;

/**
 * Factory of the matchers of URI templates. Plimsoll's own templates also match URIs whose query contains
 * slashes, such as {@code ?path=/items/3}; those of the SDK do not.
 */
record StoredPageUriFactory(McpUriTemplateManagerFactory delegate) implements McpUriTemplateManagerFactory {

    @Override
    public McpUriTemplateManager create(String template) {
        return template.startsWith(StoredPageGuard.SCHEME) ? new PlimsollTemplate(template) : delegate.create(template);
    }

    private record PlimsollTemplate(String template) implements McpUriTemplateManager {

        private String prefix() {
            return template.substring(0, template.lastIndexOf('/') + 1);
        }

        @Override
        public List<String> getVariableNames() {
            return List.of("cursor");
        }

        @Override
        public Map<String, String> extractVariableValues(String uri) {
            return matches(uri) ? Map.of("cursor", uri.substring(prefix().length())) : Map.of();
        }

        @Override
        public boolean matches(String uri) {
            return uri.startsWith(prefix());
        }

        @Override
        public boolean isUriTemplate(String uri) {
            return uri.equals(template);
        }
    }
}

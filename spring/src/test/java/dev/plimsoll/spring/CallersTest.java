package dev.plimsoll.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.mcp.annotation.McpGuarded;
import dev.plimsoll.mcp.annotation.McpHeavy;
import dev.plimsoll.mcp.annotation.PermissionCheck;
import dev.plimsoll.spring.app.Item;
import dev.plimsoll.spring.guide.Users;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Tests which tools each caller can see and call, with requests that have a user, as behind Spring Security. */
class CallersTest {

    /** Tools of three tiers, one of them with a permission check that is a bean. */
    public static class TieredTools {

        @McpHeavy(permissions = NameCheck.class)
        public List<Item> items() {
            return Item.first(300);
        }

        @McpGuarded(write = true)
        public String replace(int id) {
            return "item " + id;
        }

        @McpGuarded(admin = true)
        public String deleteAll() {
            return "deleted";
        }
    }

    /** A permission check with a dependency. */
    public record NameCheck(Set<String> names) implements PermissionCheck {

        @Override
        public boolean permits(McpTransportContext context) {
            return names.contains(currentRequest().getRemoteUser());
        }
    }

    private static HttpServletRequest currentRequest() {
        return ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
    }

    /** Application with the callers of the guide, tools of three tiers, and a filter that sets the user. */
    @Import(Users.class)
    @SpringBootApplication(scanBasePackages = "no.scanned.package")
    static class ApplicationWithCallers {

        @Bean
        NameCheck nameCheck() {
            Set<String> names = ConcurrentHashMap.newKeySet();
            names.add("ann");
            return new NameCheck(names);
        }

        @Bean
        TieredTools tieredTools() {
            return new TieredTools();
        }

        /** Creates a filter that sets the user, in place of real authentication. */
        @Bean
        Filter userHeaderFilter() {
            return (request, response, chain) -> chain.doFilter(
                    new HttpServletRequestWrapper((HttpServletRequest) request) {
                        @Override
                        public String getRemoteUser() {
                            return Objects.requireNonNullElse(getHeader("X-User"), "");
                        }

                        @Override
                        public boolean isUserInRole(String role) {
                            return role.equals(getHeader("X-Role"));
                        }
                    },
                    response);
        }
    }

    @Test
    void appliesTiersAndChecksToListingsCallsAndReads() {
        try (RunningApplication server =
                RunningApplication.of(ServerType.STREAMABLE_SYNC, new Class<?>[] {ApplicationWithCallers.class})) {
            McpSyncClient ann = server.client(Map.of("X-User", "ann"));
            McpSyncClient bob = server.client(Map.of("X-User", "bob"));
            McpSyncClient annAsAdmin = server.client(Map.of("X-User", "ann", "X-Role", "ADMIN"));
            assertThat(tools(ann)).containsExactlyInAnyOrder("items", "inventory.list_all", "plimsoll_read");
            assertThat(tools(bob)).containsExactlyInAnyOrder("inventory.list_all", "plimsoll_read");
            assertThat(tools(annAsAdmin))
                    .containsExactlyInAnyOrder(
                            "items", "inventory.list_all", "restock", "replace", "deleteAll", "plimsoll_read");
            Map<String, Object> page = RunningApplication.json(RunningApplication.call(ann, "items", Map.of()));
            Map<String, Object> cursor = Map.of("cursor", Objects.requireNonNull(page.get("nextCursor")));
            assertThat(RunningApplication.text(RunningApplication.call(ann, "plimsoll_read", cursor)))
                    .contains("Läppscheibe");
            CallToolResult readByBob = RunningApplication.call(bob, "plimsoll_read", cursor);
            assertThat(readByBob.isError()).isTrue();
            assertThat(RunningApplication.text(RunningApplication.call(bob, "items", Map.of())))
                    .contains("FORBIDDEN");
            server.context().getBean(NameCheck.class).names().remove("ann");
            assertThat(RunningApplication.text(RunningApplication.call(ann, "plimsoll_read", cursor)))
                    .contains("FORBIDDEN");
        }
    }

    private static List<String> tools(McpSyncClient client) {
        return client.listTools().tools().stream().map(Tool::name).toList();
    }
}

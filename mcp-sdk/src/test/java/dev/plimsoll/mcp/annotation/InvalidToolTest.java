package dev.plimsoll.mcp.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Checks that each wrong use of an annotation is reported before the server starts. Each nested class has one wrong
 * use.
 */
class InvalidToolTest {

    private static final AnnotatedTools TOOLS =
            new AnnotatedTools(McpJsonDefaults.getMapper(), McpSyncServerExchange.class, false);

    static final class Nothing {
        void plain() {}
    }

    static final class Both {
        @McpHeavy
        @McpGuarded
        String list() {
            return "";
        }
    }

    static final class Silent {
        @McpHeavy
        void list() {}
    }

    static final class Misnamed {
        @McpHeavy(name = "list all")
        String list() {
            return "";
        }
    }

    static final class Twins {
        @McpGuarded(name = "list")
        String first() {
            return "";
        }

        @McpGuarded(name = "list")
        String second() {
            return "";
        }
    }

    static final class BadSchema {
        @McpHeavy(inputSchema = "{\"type\":\"array\"}")
        String list() {
            return "";
        }
    }

    static final class TwoSchemas {
        @McpHeavy(inputSchema = "{\"type\":\"object\"}", arguments = Optional.class)
        String list() {
            return "";
        }
    }

    static final class Unlisted {
        @McpHeavy(inputSchema = "{\"type\":\"object\",\"properties\":{\"city\":{}}}")
        String list(String town) {
            return town;
        }
    }

    static final class BadTtl {
        @McpHeavy(ttl = "soon")
        String list() {
            return "";
        }
    }

    static final class BadPage {
        @McpHeavy(pageSize = -3)
        String list() {
            return "";
        }
    }

    static final class Stylish {
        @McpHeavy(style = "probe, list")
        String list() {
            return "";
        }
    }

    static final class Promising {
        @McpHeavy
        Mono<String> list() {
            return Mono.just("");
        }
    }

    static final class Flowing {
        @McpHeavy
        Flux<String> list() {
            return Flux.just("");
        }
    }

    static final class Future {
        @McpHeavy
        CompletableFuture<String> list() {
            return CompletableFuture.completedFuture("");
        }
    }

    static final class OtherExchange {
        @McpHeavy
        String list(McpAsyncServerExchange exchange) {
            return exchange.sessionId();
        }
    }

    static final class AbsentInt {
        @McpHeavy
        String list(@McpArgument(required = false) int count) {
            return "" + count;
        }
    }

    record Tree(String name, List<Tree> children) {}

    static final class Endless {
        @McpHeavy
        String list(Tree tree) {
            return tree.name();
        }
    }

    static final class Untyped {
        @McpHeavy
        @SuppressWarnings({"rawtypes", "NonApiType"})
        String list(List things) {
            return "" + things;
        }
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(new Nothing(), "Nothing: has no annotated method. Fix: annotate one with @McpHeavy"),
                Arguments.of(new Both(), "Both.list: has both annotations. Fix: keep"),
                Arguments.of(new Silent(), "Silent.list: returns no result. Fix: return the result"),
                Arguments.of(new Misnamed(), "Misnamed.list: invalid tool name list all. Fix: use 1 to 128"),
                Arguments.of(new Twins(), "Twins.second: its tool has the same name as Twins.first. Fix: rename one"),
                Arguments.of(
                        new BadSchema(), "BadSchema.list: its inputSchema is not a JSON Schema of an object. Fix: {"),
                Arguments.of(new TwoSchemas(), "TwoSchemas.list: has inputSchema and arguments. Fix: keep one"),
                Arguments.of(new Unlisted(), "Unlisted.list: its parameter town is not in its schema. Fix:"),
                Arguments.of(new BadTtl(), "BadTtl.list: policy.ttl"),
                Arguments.of(new BadPage(), "BadPage.list: policy.defaultPageSize"),
                Arguments.of(
                        new Stylish(),
                        "Stylish.list: policy.style: must be a name of lower-case letters, digits, and hyphens,"
                                + " got probe, list. Fix: use a value that the policy allows"),
                Arguments.of(new Promising(), "Promising.list: returns a Mono to a sync server. Fix: return the value"),
                Arguments.of(new Flowing(), "Flowing.list: returns a Flux. Fix: return the value"),
                Arguments.of(new Future(), "Future.list: returns a CompletableFuture. Fix: return the value"),
                Arguments.of(
                        new OtherExchange(),
                        "OtherExchange.list: this kind of server has no McpAsyncServerExchange. Fix: use a McpSync"),
                Arguments.of(new AbsentInt(), "AbsentInt.list: its parameter count of type int cannot be absent. Fix:"),
                Arguments.of(new Endless(), "Endless.list: its argument type Tree contains itself. Fix: set"),
                Arguments.of(new Untyped(), "Untyped.list: has a List without a type argument. Fix: add the type"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void namesTheMethodAndTheFix(Object target, String message) {
        assertThatThrownBy(() -> TOOLS.find(target))
                .isInstanceOf(InvalidToolException.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining(". Fix: ");
    }

    @Test
    void acceptsAMonoInAnAsyncServer() {
        AnnotatedTools async = new AnnotatedTools(McpJsonDefaults.getMapper(), McpAsyncServerExchange.class, true);
        assertThat(async.find(new Promising())).hasSize(1);
    }
}

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
 * Checks that each invalid tool is reported before the server starts. Each nested class has one error.
 */
class InvalidToolTest {

    private static final AnnotatedTools TOOLS =
            new AnnotatedTools(McpJsonDefaults.getMapper(), McpSyncServerExchange.class, false);

    static final class NoAnnotation {
        void plain() {}
    }

    static final class BothAnnotations {
        @McpHeavy
        @McpGuarded
        String list() {
            return "";
        }
    }

    static final class VoidMethod {
        @McpHeavy
        void list() {}
    }

    static final class InvalidName {
        @McpHeavy(name = "list all")
        String list() {
            return "";
        }
    }

    static final class DuplicateName {
        @McpGuarded(name = "list")
        String first() {
            return "";
        }

        @McpGuarded(name = "list")
        String second() {
            return "";
        }
    }

    static final class InvalidSchema {
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

    static final class ParameterNotInSchema {
        @McpHeavy(inputSchema = "{\"type\":\"object\",\"properties\":{\"city\":{}}}")
        String list(String town) {
            return town;
        }
    }

    static final class InvalidTtl {
        @McpHeavy(ttl = "soon")
        String list() {
            return "";
        }
    }

    static final class InvalidPageSize {
        @McpHeavy(pageSize = -3)
        String list() {
            return "";
        }
    }

    static final class InvalidStyle {
        @McpHeavy(style = "probe, list")
        String list() {
            return "";
        }
    }

    static final class ReturnsMono {
        @McpHeavy
        Mono<String> list() {
            return Mono.just("");
        }
    }

    static final class ReturnsFlux {
        @McpHeavy
        Flux<String> list() {
            return Flux.just("");
        }
    }

    static final class ReturnsFuture {
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

    static final class OptionalPrimitive {
        @McpHeavy
        String list(@McpArgument(required = false) int count) {
            return "" + count;
        }
    }

    record Tree(String name, List<Tree> children) {}

    static final class RecursiveType {
        @McpHeavy
        String list(Tree tree) {
            return tree.name();
        }
    }

    static final class RawList {
        @McpHeavy
        @SuppressWarnings({"rawtypes", "NonApiType"})
        String list(List things) {
            return "" + things;
        }
    }

    static Stream<Arguments> invalidTools() {
        return Stream.of(
                Arguments.of(
                        new NoAnnotation(), "NoAnnotation: has no annotated method. Fix: annotate one with @McpHeavy"),
                Arguments.of(new BothAnnotations(), "BothAnnotations.list: has both annotations. Fix: keep"),
                Arguments.of(new VoidMethod(), "VoidMethod.list: returns no result. Fix: return the result"),
                Arguments.of(new InvalidName(), "InvalidName.list: invalid tool name list all. Fix: use 1 to 128"),
                Arguments.of(
                        new DuplicateName(),
                        "DuplicateName.second: its tool has the same name as DuplicateName.first. Fix: rename one"),
                Arguments.of(
                        new InvalidSchema(),
                        "InvalidSchema.list: its inputSchema is not a JSON Schema of an object. Fix: {"),
                Arguments.of(new TwoSchemas(), "TwoSchemas.list: has inputSchema and arguments. Fix: keep one"),
                Arguments.of(
                        new ParameterNotInSchema(),
                        "ParameterNotInSchema.list: its parameter town is not in its schema. Fix:"),
                Arguments.of(new InvalidTtl(), "InvalidTtl.list: policy.ttl"),
                Arguments.of(new InvalidPageSize(), "InvalidPageSize.list: policy.defaultPageSize"),
                Arguments.of(
                        new InvalidStyle(),
                        "InvalidStyle.list: policy.style: must be a name of lower-case letters, digits, and hyphens,"
                                + " got probe, list. Fix: use a value that the policy allows"),
                Arguments.of(
                        new ReturnsMono(), "ReturnsMono.list: returns a Mono to a sync server. Fix: return the value"),
                Arguments.of(new ReturnsFlux(), "ReturnsFlux.list: returns a Flux. Fix: return the value"),
                Arguments.of(
                        new ReturnsFuture(), "ReturnsFuture.list: returns a CompletableFuture. Fix: return the value"),
                Arguments.of(
                        new OtherExchange(),
                        "OtherExchange.list: this kind of server has no McpAsyncServerExchange. Fix: use a McpSync"),
                Arguments.of(
                        new OptionalPrimitive(),
                        "OptionalPrimitive.list: its parameter count of type int cannot be absent. Fix:"),
                Arguments.of(
                        new RecursiveType(), "RecursiveType.list: its argument type Tree contains itself. Fix: set"),
                Arguments.of(new RawList(), "RawList.list: has a List without a type argument. Fix: add the type"));
    }

    @ParameterizedTest
    @MethodSource("invalidTools")
    void namesTheMethodAndTheFix(Object target, String message) {
        assertThatThrownBy(() -> TOOLS.find(target))
                .isInstanceOf(InvalidToolException.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining(". Fix: ");
    }

    @Test
    void acceptsAMonoInAnAsyncServer() {
        AnnotatedTools async = new AnnotatedTools(McpJsonDefaults.getMapper(), McpAsyncServerExchange.class, true);
        assertThat(async.find(new ReturnsMono())).hasSize(1);
    }
}

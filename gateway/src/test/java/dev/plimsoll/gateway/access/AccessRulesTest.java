package dev.plimsoll.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessRulesTest {

    private static final Map<String, Object> OPS_CLAIMS =
            Map.of("team", "ops", "groups", List.of("a", "b"), "level", 3L);

    private static boolean allows(String condition, String arguments) {
        return AccessRules.of(Map.of("*", condition)).allows(call("read_file", arguments), OPS_CLAIMS);
    }

    private static AccessRequest call(String tool, String arguments) {
        return new AccessRequest(Kind.TOOL, "files", tool, Slice.of(arguments));
    }

    @Test
    void allowsEverythingWithoutRules() {
        AccessRules noRules = AccessRules.of(Map.of());
        assertThat(noRules.isEmpty()).isTrue();
        assertThat(noRules.allows(call("rm", "{}"), Map.of())).isTrue();
        assertThat(noRules.canAllow(call("rm", "{}"), Map.of())).isTrue();
    }

    @Test
    void deniesCallsThatNoRuleAllows() {
        AccessRules rules = AccessRules.of(Map.of("files/read_*", "true", "list", "claims.team == 'ops'"));
        assertThat(rules.allows(call("read_file", "{}"), Map.of())).isTrue();
        assertThat(rules.allows(call("list", "{}"), OPS_CLAIMS)).isTrue();
        assertThat(rules.allows(call("list", "{}"), Map.of("team", "dev"))).isFalse();
        assertThat(rules.allows(call("write_file", "{}"), OPS_CLAIMS)).isFalse();
        assertThat(rules.allows(new AccessRequest(Kind.TOOL, "other", "read_file", null), OPS_CLAIMS))
                .isFalse();
        assertThat(rules.refusals()).isEqualTo(3);
        assertThat(rules.claimNames()).containsExactly("team");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "request.args.path.startsWith('/data/') && claims.team == 'ops' ; {\"path\":\"/data/x\"} ; true",
                "request.args.path.startsWith('/data/') ; {\"path\":\"/etc/x\"} ; false",
                "request.args.path.startsWith('/data/') ; {\"path\":\"\\/data\\u002fx\"} ; true",
                "request.args.path.startsWith('/data/') ; {} ; false",
                "request.args.path.startsWith('/data/') ; {\"path\":7} ; false",
                "!has(request.args.force) ; {} ; true",
                "!has(request.args.force) ; {\"force\":true} ; false",
                "request.args.limit <= 100 ; {\"limit\":100} ; true",
                "request.args.limit <= 100 ; {\"limit\":100.5} ; false",
                "request.args.limit <= 100 ; {\"limit\":1e2} ; true",
                "request.args.limit <= 100 ; {\"limit\":123456789012345678901234567890} ; false",
                "request.args.x == null ; {\"x\":null} ; true",
                "request.args.on == true ; {\"on\":true} ; true",
                "request.args.list.all(x, x in ['a', 'b']) ; {\"list\":[\"a\",\"b\"]} ; true",
                "request.args.list.all(x, x in ['a', 'b']) ; {\"list\":[\"a\",\"c\"]} ; false",
                "request.args.nested.deep[0].x == 'y' ; {\"nested\":{\"deep\":[{\"x\":\"y\"}]}} ; true",
                "request.args.all(name, name in ['path']) ; {\"path\":1} ; true",
                "request.args.all(name, name in ['path']) ; {\"path\":1,\"mode\":2} ; false",
                "'b' in claims.groups && claims['level'] > 2 ; {} ; true",
                "request.server == 'files' && request.tool == 'read_file' && request.kind == 'tool' ; {} ; true",
                "request.args.path.matches('^[a-z]+$') ; {\"path\":\"abc\"} ; true",
            })
    void evaluatesConditions(String condition, String arguments, boolean expected) {
        assertThat(allows(condition, arguments)).isEqualTo(expected);
    }

    /**
     * Checks that arguments with a repeated member are denied: the server could use another of the values
     * than the rule.
     */
    @Test
    void deniesAmbiguousArguments() {
        String condition = "request.args.path.startsWith('/data/')";
        assertThat(allows(condition, "{\"path\":\"/etc\",\"path\":\"/data/x\"}"))
                .isFalse();
        assertThat(allows(condition, "{\"path\":\"/data/x\",\"p\\u0061th\":\"/etc\"}"))
                .isFalse();
        assertThat(allows(condition, "{\"path\":\"/data/x\",\"more\":{\"a\":1,\"a\":2}}"))
                .isFalse();
    }

    /** Checks the limits of arguments: 1 MiB, 10,000 values, and a depth of 32. */
    @Test
    void deniesArgumentsAboveTheLimits() {
        String condition = "request.args.path == 'x'";
        assertThat(allows(condition, "{\"path\":\"x\",\"a\":\"" + "y".repeat(1_000_000) + "\"}"))
                .isTrue();
        assertThat(allows(condition, "{\"path\":\"x\",\"a\":\"" + "y".repeat(1 << 20) + "\"}"))
                .isFalse();
        assertThat(allows(condition, "{\"path\":\"x\",\"a\":[0" + ",0".repeat(9_990) + "]}"))
                .isTrue();
        assertThat(allows(condition, "{\"path\":\"x\",\"a\":[0" + ",0".repeat(10_000) + "]}"))
                .isFalse();
        assertThat(allows(condition, "{\"path\":\"x\",\"a\":" + "[".repeat(31) + "]".repeat(31) + "}"))
                .isTrue();
        assertThat(allows(condition, "{\"path\":\"x\",\"a\":" + "[".repeat(33) + "]".repeat(33) + "}"))
                .isFalse();
    }

    /** Checks that a condition is evaluated despite ambiguous arguments if its result does not depend on them. */
    @Test
    void ignoresAmbiguousArgumentsThatNoConditionReads() {
        String ambiguousArguments = "{\"a\":1,\"a\":2}";
        assertThat(allows("request.tool == 'read_file'", ambiguousArguments)).isTrue();
        assertThat(allows("request.tool == 'read_file' || request.args.a == 1", ambiguousArguments))
                .isTrue();
    }

    @Test
    void deniesCallsWhoseConditionNeedsTooManyIterations() {
        String numbers = "{\"list\":[0" + ",0".repeat(999) + "]}";
        assertThat(allows("request.args.list.all(x, x == 0)", numbers)).isTrue();
        assertThat(allows("request.args.list.all(x, request.args.list.all(y, x == y))", numbers))
                .isFalse();
    }

    @Test
    void regularExpressionsTakeLinearTime() {
        assertThat(allows("request.args.path.matches('(a+)+b')", "{\"path\":\"" + "a".repeat(50_000) + "\"}"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "claims.team == 'ops' && request.args.path == 'x' ; true",
                "claims.team == 'dev' && request.args.path == 'x' ; false",
                "request.args.path == 'x' && claims.team == 'dev' ; false",
                "request.args.path == 'x' || claims.team == 'dev' ; true",
                "size(request.args) == 0 && claims.level == 1 ; false",
                "request.args.all(k, k == 'x') ; true",
                "has(claims.missing) ; false",
                "claims.missing == 1 ; false",
                "request.tool == 'write' ; false",
            })
    void canAllowCallsThatAreAllowedWithSomeArguments(String condition, boolean expected) {
        AccessRules rules = AccessRules.of(Map.of("*", condition));
        assertThat(rules.canAllow(new AccessRequest(Kind.TOOL, "files", "read_file", null), OPS_CLAIMS))
                .isEqualTo(expected);
        assertThat(rules.refusals()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "request.args.x == 1 ; false",
                "size(request.args) == 0 ; true",
                "request.kind == 'resource' && request.tool.startsWith('file:///data/') ; true",
                "request.tool.startsWith('file:///etc/') ; false",
            })
    void resourcesHaveNoArguments(String condition, boolean expected) {
        AccessRules rules = AccessRules.of(Map.of("*", condition));
        AccessRequest resource = new AccessRequest(Kind.RESOURCE, "files", "file:///data/x", null);
        assertThat(rules.canAllow(resource, OPS_CLAIMS)).isEqualTo(expected);
        assertThat(rules.allows(resource, OPS_CLAIMS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "* ; file:///{path} ; true",
                "files/file:///data/* ; file:///{path} ; true",
                "files/file:///data/* ; file:///data/{path} ; true",
                "files/file:///data/* ; file:///{+dir}/x/{name} ; true",
                "files/file:///data/* ; file:///etc/{path} ; false",
                "files/file:///data/* ; http://{host} ; false",
                "files/file:///data/*.txt ; file:///data/{name}.json ; false",
                "files/file:///data/*.txt ; file:///data/{name}.t?t ; true",
                "files/file:///data/?.txt ; file:///data/{name}.txt ; true",
                "files/file:///data/one ; file:///data/{name} ; true",
                "files/file:///data/one ; file:///data/one ; true",
                "files/file:///data/one ; file:///data/two ; false",
                "other/* ; file:///data/{path} ; false",
            })
    void canAllowTemplateIfGlobMatchesSomeUri(String glob, String template, boolean expected) {
        AccessRules rules = AccessRules.of(Map.of(glob, "request.kind == 'resource'"));
        assertThat(rules.canAllow(AccessRequest.ofTemplate("files", template), OPS_CLAIMS))
                .isEqualTo(expected);
    }

    @Test
    void allowsATemplateIfTheConditionHoldsForSomeUri() {
        AccessRequest template = AccessRequest.ofTemplate("files", "file:///{path}");
        assertThat(AccessRules.of(Map.of("*", "request.tool.startsWith('file:///data/')"))
                        .canAllow(template, OPS_CLAIMS))
                .isTrue();
        assertThat(AccessRules.of(Map.of("*", "request.tool.startsWith('file:///data/') && claims.team == 'dev'"))
                        .canAllow(template, OPS_CLAIMS))
                .isFalse();
        assertThat(AccessRules.of(Map.of("*", "true"))
                        .canAllow(AccessRequest.ofTemplate("files", "x".repeat(2_000) + "{path}"), OPS_CLAIMS))
                .as("the template has more than 1,024 characters")
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "request.args.path.startsWith('/data/'",
                "'text'",
                "1 + 1",
                "",
                "unknown == 1",
                "request.nope(1)",
                "claims == {}",
                "claims[request.tool] == 1",
                "claims.all(c, c == 'x')",
                "size(claims) == 0",
            })
    void rejectsInvalidConditions(String condition) {
        assertThatThrownBy(() -> AccessRules.of(Map.of("*", condition))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesTheColumnOfAnError() {
        assertThatThrownBy(() -> AccessRules.of(Map.of("*", "true && nope == 1")))
                .hasMessage("at column 9: undeclared reference to 'nope' (in container '')");
    }
}

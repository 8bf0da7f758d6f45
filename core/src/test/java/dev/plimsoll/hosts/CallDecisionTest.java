package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.OnChangedArguments;
import dev.plimsoll.policy.option.OnDeadCursor;
import dev.plimsoll.view.ReadArguments;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallDecisionTest {

    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"status\":{\"type\":\"string\"},\"limit\":{\"type\":\"integer\"}},"
                    + "\"required\":[\"status\"],\"additionalProperties\":false}";

    @Test
    void forwardsTheSameBytesWithoutReadArguments() {
        Slice arguments = Slice.of(" {\"status\" : \"open\", \"limit\":5, \"x\":1.10}");
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), SCHEMA);

        CallDecision.Forward forward =
                (CallDecision.Forward) engineHost.plimsoll.classify(engineHost.call, engineHost.tool, arguments);

        assertThat(forward.arguments()).isSameAs(arguments);
        assertThat(forward.call().readArguments()).isEqualTo(ReadArguments.NONE);
        assertThat(forward.isRestarted()).isFalse();
    }

    @Test
    void mergedArgumentsShapeTheResultAndAreNotForwarded() {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), SCHEMA);
        String arguments =
                "{\"status\":\"op\\u0065n\",\"page_size\":3,\"fields\":[\"id\"],\"cursor\":null,\"x\":1.10,\"limit\":7}";

        CallDecision.Forward forward = engineHost.forward(arguments);

        assertThat(Objects.requireNonNull(forward.arguments()).utf8())
                .isEqualTo("{\"status\":\"op\\u0065n\",\"x\":1.10,\"limit\":7}");
        assertThat(engineHost.run(arguments)).contains("Items 1-3 of 200").doesNotContain("12.50");
    }

    @Test
    void appliesAnExplicitPageSizeToResultsThatFit() {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy().with(Policy.TOKEN_BUDGET_THRESHOLD, 60_000), SCHEMA);

        assertThat(engineHost.run("{\"status\":\"open\"}"))
                .contains("\\\"id\\\":199")
                .doesNotContain("nextCursor");
        String first = engineHost.run("{\"status\":\"open\",\"page_size\":150}");
        assertThat(first).contains("Items 1-150 of 200");
        assertThat(engineHost.answer("{\"cursor\":\"" + EngineHost.cursorIn(first) + "\"}"))
                .contains("Items 151-200 of 200");
        assertThat(engineHost.run("{\"status\":\"open\",\"page\":2,\"page_size\":10}"))
                .contains("Items 11-20 of 200");
        assertThat(engineHost.run("{\"status\":\"open\",\"page_size\":200}")).doesNotContain("nextCursor");
    }

    @Test
    void forwardedArgumentsHaveNoReadArgumentsLeft() {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), SCHEMA);
        Slice once = Objects.requireNonNull(engineHost
                .forward("{\"page\":2,\"status\":\"a\",\"mode\":null}")
                .arguments());

        assertThat(Objects.requireNonNull(engineHost.forward(once.utf8()).arguments()))
                .isEqualTo(once);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cursor", "continuation_token", "cursor_id", "next"})
    void acceptsACursorUnderEachName(String name) {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), SCHEMA);
        String cursor = engineHost.cursor("{\"status\":\"open\"}");

        assertThat(engineHost.answer("{\"" + name + "\":\"" + cursor + "\"}")).contains("of 200 from list_orders");
    }

    @Test
    void toolWithoutMergedArgumentsReceivesAllCallsExceptThoseWithValidCursor() {
        Policy light = EngineHost.heavy().with(Policy.HEAVY, false);
        EngineHost engineHost = EngineHost.of(light, SCHEMA);
        String cursor = engineHost.cursor("{\"status\":\"open\"}");
        String mistyped = "{\"cursor\":\"" + cursor.substring(1) + "A\",\"mode\":\"fast\",\"page\":0}";

        assertThat(Objects.requireNonNull(engineHost.forward(mistyped).arguments())
                        .utf8())
                .isEqualTo(mistyped);
        assertThat(engineHost.forward(null).arguments()).isNull();
        assertThat(engineHost.answer("{\"cursor\":\"" + cursor + "\",\"page_size\":2}"))
                .contains("of 200 from list_orders");
    }

    @Test
    void forwardsArgumentsThatTheToolDeclares() {
        EngineHost engineHost =
                EngineHost.of(EngineHost.heavy(), "{\"type\":\"object\",\"properties\":{\"cursor\":{},\"next\":{}}}");
        String arguments = "{\"cursor\":\"" + engineHost.cursor("{}") + "\",\"next\":\"x\"}";

        assertThat(engineHost.tool.hasMergedArguments(
                        engineHost.plimsoll.policies().forTool("shop", "list_orders")))
                .isFalse();
        assertThat(Objects.requireNonNull(engineHost.forward(arguments).arguments())
                        .utf8())
                .isEqualTo(arguments);
    }

    @Test
    void requiresTheRequiredArgumentsIfThereIsNoCursor() {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), SCHEMA);

        assertThat(engineHost.answer("{}")).contains("INVALID_REQUEST", "status is missing");
        assertThat(((CallDecision.Answer) engineHost.classify(null))
                        .outcome()
                        .result()
                        .utf8())
                .contains("status is missing");
        assertThat(engineHost.answer("{\"cursor\":null,\"limit\":3}")).contains("status is missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"page_size\":5000",
                "\"max_tokens\":90000",
                "\"mode\":\"fast\"",
                "\"mode\":\"filtered\"",
                "\"direction\":\"previous\"",
                "\"path\":\"99\"",
                "\"cursor\":7"
            })
    void rejectsInvalidArgumentsBeforeTheToolRuns(String invalid) {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), SCHEMA);

        assertThat(engineHost.answer("{\"status\":\"open\"," + invalid + "}"))
                .contains("\"isError\":true", "suggestion");
    }

    @Test
    void acceptsACursorWithSomeOfTheOriginalArguments() {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), SCHEMA);
        String cursor = engineHost.cursor("{\"status\":\"open\",\"limit\":10,\"z\":{\"a\":1,\"b\":2.50}}");

        for (String repeated : List.of(
                "",
                ",\"status\":\"open\"",
                ",\"limit\":1e1,\"status\":\"\\u006fpen\"",
                ",\"z\":{\"b\":2.5,\"a\":1}",
                ",\"other\":null")) {
            assertThat(engineHost.answer("{\"cursor\":\"" + cursor + "\"" + repeated + "}"))
                    .as(repeated)
                    .contains("of 200 from list_orders");
        }
        for (String changed : List.of(",\"status\":\"paid\"", ",\"other\":1", ",\"z\":{\"a\":1}")) {
            assertThat(engineHost.answer("{\"cursor\":\"" + cursor + "\"" + changed + "}"))
                    .as(changed)
                    .contains("the arguments differ");
        }
    }

    @Test
    void comparesManyArguments() {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), "{\"type\":\"object\"}");
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            many.append(",\"a").append(i).append("\":").append(i);
        }
        String cursor = engineHost.cursor("{" + many.substring(1) + "}");

        assertThat(engineHost.answer("{\"cursor\":\"" + cursor + "\"" + many + "}"))
                .contains("of 200 from");
        assertThat(engineHost.answer("{\"cursor\":\"" + cursor + "\",\"a1\":1}"))
                .contains("the arguments differ");
    }

    @Test
    void treatsChangedArgumentsAccordingToPolicy() {
        String changed = "\",\"status\":\"paid\",\"page_size\":3,\"page\":4}";
        EngineHost ignoring =
                EngineHost.of(EngineHost.heavy().with(Policy.ON_CHANGED_ARGUMENTS, OnChangedArguments.IGNORE), SCHEMA);
        assertThat(ignoring.answer("{\"cursor\":\"" + ignoring.cursor("{\"status\":\"open\"}") + changed))
                .contains("of 200 from");

        EngineHost refusing = EngineHost.of(EngineHost.heavy(), SCHEMA);
        assertThat(refusing.answer("{\"cursor\":\"" + refusing.cursor("{\"status\":\"open\"}") + changed))
                .contains("INVALID_REQUEST", "the arguments differ");

        EngineHost restarting =
                EngineHost.of(EngineHost.heavy().with(Policy.ON_CHANGED_ARGUMENTS, OnChangedArguments.RESTART), SCHEMA);
        CallDecision.Forward forward =
                restarting.forward("{\"cursor\":\"" + restarting.cursor("{\"status\":\"open\"}") + changed);
        assertThat(forward.isRestarted()).isTrue();
        assertThat(Objects.requireNonNull(forward.arguments()).utf8()).isEqualTo("{\"status\":\"paid\"}");
        assertThat(forward.call().readArguments().page()).isZero();
        assertThat(forward.call().readArguments().pageSize()).isEqualTo(3);
    }

    @Test
    void anExpiredCursorRestartsOnlyReadOnlyTools() {
        Policy restarting = EngineHost.heavy().with(Policy.ON_DEAD_CURSOR, OnDeadCursor.RESTART);
        for (Policy policy : List.of(EngineHost.heavy(), restarting, restarting.with(Policy.READ_ONLY, false))) {
            EngineHost engineHost = EngineHost.of(policy, SCHEMA);
            String cursor = engineHost.cursor("{\"status\":\"open\"}");
            engineHost.clock.advance(Duration.ofHours(1));
            CallDecision callDecision = engineHost.classify("{\"cursor\":\"" + cursor + "\",\"status\":\"open\"}");
            assertThat(callDecision instanceof CallDecision.Forward forward && forward.isRestarted())
                    .isEqualTo(policy.equals(restarting));
            assertThat(engineHost.answer("{\"cursor\":\"" + cursor + "\"}"))
                    .as("cannot run again without its required arguments")
                    .contains("CURSOR_EXPIRED");
        }
    }

    @Test
    void treatsTheCursorOfAnotherCallerAsInvalid() {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), SCHEMA);
        Slice arguments = Slice.of("{\"cursor\":\"" + engineHost.cursor("{\"status\":\"open\"}") + "\"}");

        CallDecision callDecision = engineHost.plimsoll.classify(
                ToolCall.of("shop", "list_orders", "somebody else"), engineHost.tool, arguments);

        assertThat(((CallDecision.Answer) callDecision).outcome().result().utf8())
                .contains("CURSOR_INVALID");
    }

    @Test
    void readToolAcceptsCursorsOfAllTools() {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), SCHEMA);
        Slice arguments = Slice.of("{\"next\":\"" + engineHost.cursor("{\"status\":\"open\"}") + "\"}");

        CallDecision callDecision =
                engineHost.plimsoll.classify(engineHost.call.withTool("plimsoll_read"), null, arguments);

        assertThat(((CallDecision.Answer) callDecision).outcome().result().utf8())
                .contains("of 200 from list_orders");
        assertThat(engineHost.plimsoll.ownsCursor(engineHost.call, arguments)).isTrue();
        assertThat(engineHost.plimsoll.ownsCursor(engineHost.call, Slice.of("{\"cursor\":\"abc\"}")))
                .isFalse();
        assertThat(engineHost.plimsoll.ownsCursor(engineHost.call, Slice.of("{}")))
                .isFalse();
        assertThat(engineHost.plimsoll.ownsCursor(engineHost.call, Slice.of("nonsense")))
                .isFalse();
    }

    @Test
    void forwardsArgumentsThatAreNotAnObject() {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy(), "{\"type\":\"object\"}");

        for (String arguments : List.of("[1]", "7", "null", "{\"cursor\":", "")) {
            assertThat(Objects.requireNonNull(engineHost.forward(arguments).arguments())
                            .utf8())
                    .isEqualTo(arguments);
        }
    }

    @Test
    void acceptsTheArgumentNamesOfOtherStyles() {
        EngineHost engineHost = EngineHost.of(EngineHost.heavy().with(Policy.STYLE, StyleId.of("page")), SCHEMA);

        CallDecision.Forward forward =
                engineHost.forward("{\"status\":\"open\",\"filter_keys\":[\"id\"],\"max_tokens\":900}");

        assertThat(forward.call().readArguments().fields()).containsExactly("id");
        assertThat(forward.call().readArguments().maxTokens()).isEqualTo(900);
    }
}

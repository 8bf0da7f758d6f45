package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.ProgramCalls;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.BudgetMeta;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.view.ReadArgumentsParser;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests calls whose results a program reads. */
class ProgramCallTest {

    private static final Policies POLICIES = Policies.of(Policy.defaults()).withProfiles(Profiles.builtIn());
    private static final Slice ORDERS = EngineHost.orders(800);

    private static Outcome guard(EngineHost host, Slice result) {
        ToolCall call = host.call.withProgramReader(true);
        return host.plimsoll.guard(call, RawResult.of(result));
    }

    private static EngineHost host(Policy policy) {
        return EngineHost.of(policy, "{}", ClientFeatures.current());
    }

    private static @Nullable String cursor(Outcome outcome) {
        Slice page = Members.get(meta(outcome), "dev.plimsoll/page");
        Slice cursor = page == null ? null : Members.get(page, "cursor");
        return cursor == null ? null : cursor.utf8().replace("\"", "");
    }

    private static Slice meta(Outcome outcome) {
        return Objects.requireNonNull(Members.get(outcome.result(), "_meta"), "_meta");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "trim", "receipt", "guide", "probe", "list", "cursor", "summary"})
    void programsGetTheWholeResultInEveryStyle(StyleId style) {
        EngineHost host = host(Policy.defaults().with(Policy.STYLE, style).with(Policy.HEAVY, true));

        Outcome outcome = guard(host, ORDERS);

        assertThat(Members.get(outcome.result(), "content")).isEqualTo(Members.get(ORDERS, "content"));
        assertThat(outcome.receipt().outcome()).isEqualTo(OutcomeKind.PASSED);
        assertThat(outcome.receipt().answerTokens()).isEqualTo(outcome.receipt().originalTokens());
    }

    @Test
    void wholeResultsCanBeReadByTheirCursor() {
        EngineHost host = host(Policy.defaults());

        Outcome outcome = guard(host, ORDERS);

        Slice query = Slice.of("{\"cursor\":\"" + cursor(outcome) + "\",\"query\":\"length\"}");
        assertThat(host.plimsoll.read(host.call, query).result().utf8()).contains("[800]");
        assertThat(meta(outcome).utf8()).contains("snapshotAt");
    }

    @Test
    void resultsHaveNoCursorIfTheyFitOrMetadataIsOff() {
        Outcome small = guard(host(Policy.defaults()), EngineHost.orders(2));
        Outcome silent = guard(host(Policy.defaults().with(Policy.BUDGET_META, BudgetMeta.NEVER)), ORDERS);

        assertThat(cursor(small)).isNull();
        assertThat(silent.result().utf8()).isEqualTo(ORDERS.utf8());
    }

    @Test
    void errorsPassWhole() {
        Slice error = Slice.of("{\"content\":[{\"type\":\"text\",\"text\":\"" + "it failed. ".repeat(9_000)
                + "\"}],\"isError\":true}");

        assertThat(Members.get(guard(host(Policy.defaults()), error).result(), "content"))
                .isEqualTo(Members.get(error, "content"));
    }

    @Test
    void configuredMembersAreStillRemoved() {
        Policy policy = Policy.defaults().with(Policy.STRIP, List.of("/debug"));
        Slice result = Slice.of(
                "{\"content\":[],\"structuredContent\":{\"debug\":1,\"n\":\"" + "word ".repeat(9_000) + "\"}}");

        Outcome outcome = guard(host(policy), result);

        assertThat(outcome.result().utf8()).doesNotContain("\"debug\"").contains("word word", "dev.plimsoll/stripped");
    }

    @Test
    void readArgumentsStillShapeTheResult() {
        EngineHost host = host(Policy.defaults());
        ToolCall call = host.call
                .withProgramReader(true)
                .withReadArguments(ReadArgumentsParser.parse(Slice.of("{\"page_size\":3}")));

        Outcome outcome = host.plimsoll.guard(call, RawResult.of(ORDERS));

        assertThat(outcome.receipt().outcome()).isEqualTo(OutcomeKind.PAGINATED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "anything | {\"dev.plimsoll/whole\":true} | true",
                "anything | {\"dev.plimsoll/whole\":false} | false",
                "anything | {\"dev.plimsoll/whole\":\"true\"} | false",
                "anything | {\"callId\":\"exec-7\"} | false",
                "codex-mcp-client | {\"callId\":\"exec-7\"} | true",
                "codex-mcp-client | {\"callId\":\"call-7\"} | false",
                "codex-mcp-client | {\"callId\":7} | false",
                "codex-mcp-client | [] | false",
            })
    void recognizesCallsOfProgramsByTheRequest(String client, String meta, boolean expected) {
        assertThat(ProgramCalls.isMarked(Slice.of(meta), POLICIES, client)).isEqualTo(expected);
        assertThat(ProgramCalls.isMarked(null, POLICIES, client)).isFalse();
    }
}

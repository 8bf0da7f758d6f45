package dev.plimsoll.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.testkit.sample.Payloads;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AgentGuardTest {

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}";
    private static final AgentTool TOOL = AgentTool.of("list_orders", "All orders", SCHEMA);
    private static final String ORDERS = Slice.of(Payloads.orders(300)).utf8();

    private static String cursor(AgentAnswer answer) {
        Matcher found = Pattern.compile("(?<![\\w-])[\\w-]{48}(?![\\w-])").matcher(answer.text());
        assertThat(found.find()).as(answer.text()).isTrue();
        return found.group();
    }

    private static AgentAnswer failIfRun(String sent) {
        throw new AssertionError("the tool runs with " + sent);
    }

    @Test
    void passesTheArgumentsAsTheModelSentThem() {
        AgentGuard guard = AgentGuard.withDefaults();
        for (String arguments : List.of("{ \"city\" : \"Köln\" }", "", "[1]", "no JSON", "{\"cursor\":\"mine\"}")) {
            AgentAnswer answer = guard.call(TOOL, "", arguments, AgentAnswer::of);
            assertThat(answer.text()).isEqualTo(arguments);
        }
    }

    @Test
    void readsStoredResultWithoutRunningTool() {
        AgentGuard guard = AgentGuard.withDefaults();
        AgentAnswer first = guard.call(TOOL, "", "{}", sent -> AgentAnswer.of(ORDERS));
        assertThat(first.text()).contains("\"totalCount\":300").hasSizeLessThan(ORDERS.length() / 10);
        assertThat(guard.read("", "{\"cursor\":\"" + cursor(first) + "\",\"query\":\"length\"}")
                        .text())
                .isEqualTo("{\"results\":[300]}");
    }

    @Test
    void exceptionOfTheToolPassesThrough() {
        IllegalStateException failure = new IllegalStateException("the database is not reachable");
        assertThatThrownBy(() -> AgentGuard.withDefaults().call(TOOL, "", "{}", sent -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }

    @Test
    void readWithoutCursorReturnsErrorThatNamesTheArgument() {
        AgentAnswer answer = AgentGuard.withDefaults().read("", "no JSON");
        assertThat(answer.isError()).isTrue();
        assertThat(answer.text()).contains("cursor is missing");
    }

    @Test
    void ruleAppliesToItsTools() {
        AgentGuard guard = AgentGuard.builder()
                .name("shop")
                .tools("shop/list_*", policy -> policy.with(Policy.STYLE, StyleId.of("pass")))
                .build();
        assertThat(guard.call(TOOL, "", "{}", sent -> AgentAnswer.of(ORDERS)).text())
                .isEqualTo(ORDERS);
    }

    @Test
    void blockedToolIsNotListedAndDoesNotRun() {
        AgentGuard guard = AgentGuard.builder()
                .tools("list_orders", policy -> policy.with(Policy.BLOCKED, true))
                .build();
        assertThat(guard.listed(TOOL)).isNull();
        assertThat(guard.call(TOOL, "", "{}", AgentGuardTest::failIfRun).isError())
                .isTrue();
    }

    @Test
    void toolIsListedUnchanged() {
        assertThat(AgentGuard.withDefaults().listed(TOOL)).isSameAs(TOOL);
    }

    @Test
    void heavyToolAcceptsCursorWithoutRunningAgain() {
        AgentGuard guard = AgentGuard.builder()
                .tools("list_*", policy -> policy.with(Policy.HEAVY, true))
                .build();
        AgentTool listed = guard.listed(TOOL);
        assertThat(listed).isNotNull();
        assertThat(listed.inputSchema()).contains("\"city\"", "\"cursor\"");
        List<String> sent = new ArrayList<>();
        AgentAnswer first = guard.call(TOOL, "", "{\"city\":\"Köln\"}", arguments -> {
            sent.add(arguments);
            return AgentAnswer.of(ORDERS);
        });
        assertThat(sent).containsExactly("{\"city\":\"Köln\"}");
        AgentAnswer page = guard.call(TOOL, "", "{\"cursor\":\"" + cursor(first) + "\"}", AgentGuardTest::failIfRun);
        assertThat(page.text()).contains("\"range\":[");
    }

    @Test
    void listenerGetsReceipts() {
        List<Receipt> receipts = new ArrayList<>();
        AgentGuard guard = AgentGuard.builder().listener(receipts::add).build();
        guard.call(TOOL, "a", "{}", sent -> AgentAnswer.of(ORDERS));
        assertThat(receipts).hasSize(1);
        assertThat(receipts.get(0).answerTokens()).isLessThan(4_000);
    }

    @Test
    void closedGuardStillRunsTools() {
        AgentGuard guard = AgentGuard.withDefaults();
        guard.close();
        assertThat(guard.call(TOOL, "", "{}", sent -> AgentAnswer.of("ok")).text())
                .isEqualTo("ok");
    }
}

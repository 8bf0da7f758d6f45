package dev.plimsoll.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.Payloads;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks the guarantees for the tools of agents on random results. */
class AgentGuardLawTest {

    private static final AgentTool TOOL = AgentTool.of("list", "Lists all", "{\"type\":\"object\"}");
    private static final Pattern NEXT = Pattern.compile("\"nextCursor\":\"([\\w-]{48})\"");
    private static final int BUDGET = 600;

    private static AgentGuard guard(int budget) {
        return AgentGuard.builder()
                .policy(policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, budget))
                .build();
    }

    private static AgentAnswer call(AgentGuard guard, String memory, String result) {
        return guard.call(TOOL, memory, "{}", sent -> AgentAnswer.of(result));
    }

    private static String readArguments(@Nullable String cursor) {
        return new JsonWriter()
                .beginObject()
                .stringOrNull("cursor", cursor)
                .endObject()
                .slice()
                .utf8();
    }

    private static @Nullable String nextCursor(String answer) {
        Matcher found = NEXT.matcher(answer);
        return found.find() ? found.group(1) : null;
    }

    @Test
    void smallResultIsTheSameObject() {
        AgentGuard guard = guard(1_000_000);
        PropertyCases.check(Payloads.any(), payload -> {
            AgentAnswer result = AgentAnswer.of(payload.text());
            assertThat(guard.call(TOOL, "a", "{}", sent -> result)).isSameAs(result);
        });
    }

    @Test
    void everyAnswerFitsTheBudget() {
        AgentGuard guard = guard(BUDGET);
        PropertyCases.check(Payloads.any(), payload -> {
            String answer = call(guard, "a", payload.text()).text();
            assertThat(RealTokens.count(answer)).as(answer).isLessThanOrEqualTo(BUDGET * 11 / 10);
        });
    }

    @Test
    void joinedItemsEqualTheOriginal() {
        // large enough that no item is folded
        AgentGuard guard = guard(2_000);
        for (int count = 20; count < 200; count += 23) {
            byte[] original = Payloads.orders(count);
            JsonWriter joined = new JsonWriter().beginArray();
            String page = call(guard, "a", Slice.of(original).utf8()).text();
            while (page != null) {
                Elements items = Elements.of(Objects.requireNonNull(Members.get(Slice.of(page), "items")));
                while (items.next()) {
                    joined.raw(items.value());
                }
                String cursor = nextCursor(page);
                page = cursor == null
                        ? null
                        : guard.read("a", readArguments(cursor)).text();
            }
            assertThat(ParsedJson.hasSameTokens(joined.endArray().toByteArray(), original))
                    .isTrue();
        }
    }

    @Test
    void joinedLinesEqualTheOriginal() {
        AgentGuard guard = guard(BUDGET);
        String original = String.join(
                "\n",
                IntStream.range(0, 700)
                        .mapToObj(i -> "line " + i + " of the log: größer 数")
                        .toList());
        StringBuilder joined = new StringBuilder();
        String page = call(guard, "a", original).text();
        while (page != null) {
            joined.append(page.substring(page.indexOf("\n\n") + 2));
            String cursor = nextCursor(page);
            page = cursor == null
                    ? null
                    : guard.read("a", readArguments(cursor)).text();
        }
        assertThat(joined.toString()).isEqualTo(original);
    }

    @Test
    void noOtherMemoryReadsAResult() {
        AgentGuard guard = guard(BUDGET);
        PropertyCases.check(Payloads.any(), payload -> {
            String cursor = nextCursor(call(guard, "a", payload.text()).text());
            boolean isInPayload = cursor != null && payload.text().contains(cursor);
            if (cursor == null || isInPayload) {
                return;
            }
            assertThat(guard.read("a", readArguments(cursor)).isError()).isFalse();
            for (String other : List.of("", "b", "A", "a/", "agent/a")) {
                AgentAnswer refused = guard.read(other, readArguments(cursor));
                assertThat(refused.isError()).isTrue();
                assertThat(refused.text()).contains("CURSOR_INVALID");
            }
            assertThat(guard(BUDGET).read("a", readArguments(cursor)).text()).contains("CURSOR_INVALID");
        });
    }

    @Test
    void failureStaysAFailure() {
        AgentGuard guard = guard(BUDGET);
        PropertyCases.check(Payloads.any(), payload -> {
            AgentAnswer failed = new AgentAnswer(List.of(payload.text()), true);
            assertThat(guard.call(TOOL, "a", "{}", sent -> failed).isError()).isTrue();
        });
    }

    @Test
    void manyThreadsGetTheirOwnResults() throws Exception {
        AgentGuard guard = guard(BUDGET);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> calls = IntStream.range(0, 200)
                    .<Callable<Boolean>>mapToObj(i -> () -> {
                        String memory = "memory " + i % 7;
                        String result = Slice.of(Payloads.orders(60 + i)).utf8();
                        String cursor = nextCursor(call(guard, memory, result).text());
                        String page = guard.read(memory, readArguments(cursor)).text();
                        return page.contains("\"totalCount\":" + (60 + i));
                    })
                    .toList();
            for (Future<Boolean> done : threads.invokeAll(calls)) {
                assertThat(done.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}

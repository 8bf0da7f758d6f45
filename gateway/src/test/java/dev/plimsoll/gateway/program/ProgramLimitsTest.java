package dev.plimsoll.gateway.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests the limits of programs, and programs that end without a result. */
class ProgramLimitsTest extends ProgramFixture {

    @Test
    void tooManyCallsReachALimit() throws Exception {
        assertThat(error(run("[range(21) | call(\"get\"; {id: .})]"))
                        .path("code")
                        .asString())
                .isEqualTo("QUERY_LIMIT");
        assertThat(error(run("try ([range(21) | call(\"get\"; {id: (. + 100)})]) catch 1"))
                        .path("code")
                        .asString())
                .isEqualTo("QUERY_LIMIT");
    }

    @Test
    void aProgramEndsInTimeAndItsCallsAreCancelled() throws Exception {
        session.close();
        session = createSession(Policies.of(Policy.defaults()), Duration.ofMillis(200));
        assertThat(error(run("call(\"hang\")")).path("message").asString())
                .isEqualTo("program: it took more than 200 ms");
        assertThat(tools.cancelled()).hasSize(1);
    }

    @Test
    void aServerThatListsNothingEndsAProgramInTime() throws Exception {
        session.close();
        session = createSession(Policies.of(Policy.defaults()), Duration.ofMillis(200));
        tools.stopListing();
        assertThat(error(run("1")).path("message").asString())
                .isEqualTo("program: the tools could not be listed: no response in time");
        assertThat(memory.used()).isZero();
    }

    @Test
    void aCallWithoutAResponseCanBeCaught() throws Exception {
        assertThat(text(run("[try call(\"lost\") catch .code, try ([pages(\"lost\")]) catch .code]")))
                .isEqualTo("[\"UPSTREAM_UNAVAILABLE\",\"UPSTREAM_UNAVAILABLE\"]");
    }

    @Test
    void cancellingAProgramCancelsItsCalls() throws Exception {
        JsonWriter params = new JsonWriter().beginObject().string("name", "plimsoll_run");
        params.beginObject("arguments").string("program", "call(\"hang\")").endObject();
        session.handle(
                ReceivedMessages.of(Message.request(
                        Slice.of("9"), "tools/call", params.endObject().slice())),
                response -> {});
        Await.until("the program calls its tool", () -> !tools.calls().isEmpty());
        session.handle(ReceivedMessages.of(Message.cancellation(Slice.of("9"), "enough")), response -> {});
        // the cancellation of the program, and that of its call
        Await.until("the calls are cancelled", () -> tools.cancelled().size() >= 2);
    }

    @Test
    void programsReleaseTheirMemory() throws Exception {
        var _ = run("[range(10) | call(\"get\"; {id: .})]");
        var _ = run("call(\"fail\")");
        var _ = run("syntax error");
        Await.until("the memory is released", () -> memory.used() == 0);
        memory.take(FairPool.GATEWAY, 9_900_000);
        assertThat(error(run("1")).path("code").asString()).isEqualTo("RATE_LIMITED");
        memory.release(FairPool.GATEWAY, 9_900_000);
        assertThat(text(run("1"))).isEqualTo("{\"results\":[1]}");
    }

    @Test
    void anInvalidBudgetIsRefused() throws Exception {
        JsonWriter wrong = new JsonWriter().beginObject().string("program", "1").string("max_tokens", "many");
        assertThat(error(call("plimsoll_run", wrong)).path("message").asString())
                .contains("max_tokens");
        // 0 stands for the default budget
        JsonWriter argumentsWithZeroBudget =
                new JsonWriter().beginObject().string("program", "1").number("max_tokens", 0);
        assertThat(text(call("plimsoll_run", argumentsWithZeroBudget))).isEqualTo("{\"results\":[1]}");
    }

    @Test
    void atMostTheConfiguredNumberOfCallsIsPending() throws Exception {
        session.close();
        session = createSession(Policies.of(Policy.defaults()), Duration.ofMillis(500));
        var _ = error(run("[range(15) | call(\"hang\"; {id: .})]"));
        assertThat(tools.calls()).hasSize(8);
        assertThat(tools.cancelled()).hasSize(8);
    }
}

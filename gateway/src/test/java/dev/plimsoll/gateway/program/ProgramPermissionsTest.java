package dev.plimsoll.gateway.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.option.Consent;
import dev.plimsoll.policy.option.ProgramUse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Tests the permissions of programs: the tools that they may call, the data that they may send, and the consent that
 * writes need.
 */
class ProgramPermissionsTest extends ProgramFixture {

    @Test
    void aCallerWhoLosesATierCannotReadEarlierResults() throws Exception {
        session.close();
        session = createSession(
                Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 200)), Duration.ofSeconds(30));
        for (Tier laterTier : Tier.values()) {
            tier = Tier.READ_WRITE;
            String cursor = JSON.readTree(text(run("[range(20) | call(\"get\"; {id: .})]")))
                    .path("nextCursor")
                    .asString();
            tier = laterTier;
            JsonNode read = call("plimsoll_read", new JsonWriter().beginObject().string("cursor", cursor));
            assertThat(read.path("isError").asBoolean()).as(laterTier.name()).isEqualTo(laterTier == Tier.READ);
        }
    }

    @Test
    void writingNeedsARule() throws Exception {
        assertThat(error(run("call(\"put\")")).path("message").asString())
                .contains("put may change something")
                .contains("\"files/put\": { inPrograms: write }");
        assertThat(tools.calls()).isEmpty();
    }

    private static Policies allowingWrites() {
        return new Policies(
                Policy.defaults(),
                List.of(new PolicyRule("put", policy -> policy.with(Policy.IN_PROGRAMS, ProgramUse.WRITE))));
    }

    @Test
    void pagesOfAToolThatWritesAreNotRead() throws Exception {
        session.close();
        session = createSession(allowingWrites(), Duration.ofSeconds(30));
        initialize("form");
        assertThat(error(run("[pages(\"put\"; {n: 1})]")).path("message").asString())
                .contains("put may change something, and pages(…) can call it many times: use call(…)");
        assertThat(toClient).isEmpty();
        assertThat(tools.calls()).isEmpty();
    }

    @Test
    void aToolRequestsOnlyInputThatTheClientDeclared() throws Exception {
        initialize("url");
        assertThat(error(run("call(\"ask\"; {n: 1})")).path("message").asString())
                .contains("the tool asks for input or starts a task: call it yourself");
        assertThat(toClient).isEmpty();
    }

    @Test
    void writingNeedsConsent() throws Exception {
        session.close();
        session = createSession(allowingWrites(), Duration.ofSeconds(30));
        initialize(null);
        assertThat(error(run("call(\"put\"; {n: 1})")).path("message").asString())
                .contains("the client cannot ask its user");
        session.close();
        session = createSession(allowingWrites(), Duration.ofSeconds(30));
        // a client that can only open URLs cannot ask its user
        initialize("url");
        assertThat(error(run("call(\"put\"; {n: 1})")).path("message").asString())
                .contains("the client cannot ask its user");
        session.close();
        session = createSession(allowingWrites(), Duration.ofSeconds(30));
        initialize("form");
        CompletableFuture<Void> user = CompletableFuture.runAsync(() -> {
            answerInputRequest("accept");
            answerInputRequest("decline");
        });
        JsonNode error = error(run("[call(\"put\"; {n: 1}), call(\"put\"; {n: 1})]"));
        user.get(10, TimeUnit.SECONDS);
        assertThat(error.path("message").asString()).contains("the user did not agree to call put");
        assertThat(error.at("/details/written").asString()).isEqualTo("put {\"n\":1}");
        assertThat(tools.calls()).containsExactly("put {\"n\":1}");
    }

    private void answerInputRequest(String action) {
        try {
            Message inputRequest = Objects.requireNonNull(toClient.poll(10, TimeUnit.SECONDS));
            assertThat(inputRequest.relatedRequestId()).isEqualTo(Slice.of("7"));
            assertThat(Objects.requireNonNull(inputRequest.params()).utf8())
                    .contains("A program wants to call put with {\\\"n\\\":1}");
            Slice result = new JsonWriter()
                    .beginObject()
                    .string("action", action)
                    .endObject()
                    .slice();
            session.handle(
                    ReceivedMessages.of(Message.result(Objects.requireNonNull(inputRequest.id()), result)), none -> {});
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void toolsThatCanCarryDataAwayAreRefusedAfterAReadFromAnotherServer() throws Exception {
        assertThat(text(run("call(\"search_web\") | length"))).isEqualTo("{\"results\":[4]}");
        assertThat(error(run("call(\"get\"; {id: 1}) | call(\"search_web\"; {q: .text})"))
                        .path("message")
                        .asString())
                .contains("search_web can carry data away, and the program has read from files");
        session.close();
        session = createSession(
                new Policies(
                        Policy.defaults(),
                        List.of(new PolicyRule(
                                "search_web", policy -> policy.with(Policy.ACCEPTS_FROM, List.of("files"))))),
                Duration.ofSeconds(30));
        assertThat(text(run("call(\"get\"; {id: 1}) | call(\"search_web\"; {q: .text}) | length")))
                .isEqualTo("{\"results\":[4]}");
    }

    @Test
    void storedResultsCountAsDataThatWasRead() throws Exception {
        documents.put("C1", new ServerDocument("files", new Document(Slice.of("[1]"), true)));
        documents.put("C2", new ServerDocument("web", new Document(Slice.of("[2]"), true)));
        assertThat(error(searchWeb("C1")).path("message").asString())
                .contains("search_web can carry data away, and the program has read from files");
        assertThat(text(searchWeb("C2"))).isEqualTo("{\"results\":[4]}");
        // a result of an earlier program may contain data of any server
        session.close();
        session = createSession(
                Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 200)), Duration.ofSeconds(30));
        String cursor = JSON.readTree(text(run("[range(20) | call(\"get\"; {id: .})]")))
                .path("nextCursor")
                .asString();
        assertThat(error(searchWeb(cursor)).path("code").asString()).isEqualTo("FORBIDDEN");
        // if all tools belong to one server, the result can only contain data of that server
        serverOfSearchWeb = "files";
        assertThat(text(searchWeb(cursor))).isEqualTo("{\"results\":[4]}");
    }

    private JsonNode searchWeb(String cursor) throws Exception {
        JsonWriter arguments = new JsonWriter().beginObject();
        arguments.string("program", "call(\"search_web\"; {q: $old}) | length");
        arguments.beginObject("with").string("old", cursor).endObject();
        return call("plimsoll_run", arguments);
    }

    @Test
    void consentNoneDoesNotAskAndWritesAreLimited() throws Exception {
        session.close();
        session = createSession(
                new Policies(
                        Policy.defaults(),
                        List.of(new PolicyRule(
                                "put",
                                policy -> policy.with(Policy.IN_PROGRAMS, ProgramUse.WRITE)
                                        .with(Policy.CONSENT, Consent.NONE)))),
                Duration.ofSeconds(30));
        assertThat(text(run("[range(2) | call(\"put\"; {n: .}) | length]"))).isEqualTo("[4,4]");
        JsonNode error = error(run("[range(3) | call(\"put\"; {n: .})]"));
        assertThat(error.path("message").asString()).contains("more than 2 calls that may change something");
        assertThat(error.at("/details/written").asString()).isEqualTo("put {\"n\":0}; put {\"n\":1}");
        assertThat(toClient).isEmpty();
    }

    @Test
    void ownToolsCannotBeCalled() throws Exception {
        assertThat(error(run("call(\"plimsoll_run\"; {program: \"1\"})"))
                        .path("code")
                        .asString())
                .isEqualTo("ACTION_NOT_FOUND");
        assertThat(tools.calls()).isEmpty();
    }
}

package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.policy.option.BudgetMeta;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that every answer stays below the size at which the client would cut it. */
@Execution(ExecutionMode.CONCURRENT)
class ProfileLawTest {

    private static final int PAGES = 2;

    /** A blob that also has a text; blobs are never cut. */
    private static final String BINARY = "malformed-resource-both";

    /**
     * Clients with their names and limits: the maximum bytes of an answer, the maximum bytes of an error, and the
     * maximum tokens, as in docs/reference/clients.md.
     */
    enum ProfiledClient {
        CLAUDE_CODE("claude-code", 50_000, 10_000, 20_000),
        CLAUDE("claude-ai", 150_000, 10_000, 25_000),
        CLAUDE_AI("Anthropic/ClaudeAI", 150_000, 10_000, 25_000),
        VS_CODE("Visual Studio Code", 8_192, 8_192, 25_000),
        CURSOR("cursor-vscode", 24_576, 10_000, 25_000),
        COPILOT("github-copilot-developer", 20_480, 10_000, 25_000),
        GEMINI("gemini-cli-mcp-client", 40_000, 10_000, 25_000),
        /** Errors have half of the limit of 4,000 tokens, because the client shows them twice. */
        QWEN("qwen-cli-mcp-client-crm", 25_500, 6_000, 25_000),
        OPENCODE("opencode", 50_000, 10_000, 25_000),
        CODEX("codex-mcp-client", 12_000, 10_000, 10_000);

        private final String name;
        private final int bytes;
        private final int errorBytes;
        private final int tokens;

        ProfiledClient(String name, int bytes, int errorBytes, int tokens) {
            this.name = name;
            this.bytes = bytes;
            this.errorBytes = errorBytes;
            this.tokens = tokens;
        }

        /** Creates an engine for this client, which requests at most this many tokens; 0 means no
         * request. */
        Engine engineFor(int maxTokens) {
            // the metadata tells the test which answers are shaped
            Policy policy = Policy.defaults().with(Policy.BUDGET_META, BudgetMeta.ALWAYS);
            Policies policies = Policies.of(policy).withProfiles(Profiles.builtIn());
            Engine engine = Engine.of(policies, ClientFeatures.current().withName(name));
            ToolCall call = engine.call;
            return maxTokens == 0 ? engine : engine.as(call.withMaxTokens(maxTokens));
        }

        /** Fails if the client would cut the answer. */
        void assertFits(Answered answered) {
            long text = 0;
            for (Slice block : answered.blocks()) {
                Slice decoded = Answered.textOf(block);
                boolean binary = decoded == null && Members.get(block, "data") != null;
                text += binary ? 0 : decoded == null ? block.length() : decoded.length();
            }
            Slice structured = answered.structured();
            long copy = structured == null ? 0 : structured.length();
            int limit = answered.isError() ? errorBytes : bytes;
            assertThat(text).as("%s: text of %s", this, answered).isLessThanOrEqualTo(limit);
            assertThat(copy).as("%s: structured of %s", this, answered).isLessThanOrEqualTo(limit);
            if (this == COPILOT) {
                assertThat(text + copy).as("both of %s", answered).isLessThanOrEqualTo(limit);
            }
            if (answered.isShaped()) {
                ModelInput.within(tokens, answered);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ProfiledClient.class)
    void answersAboutSamplesAndGiantResultsFit(ProfiledClient client) {
        var samples = Samples.stream()
                .filter(sample -> !sample.toString().equals(BINARY))
                .toList();
        // each client gets a different subset of the samples
        int first = List.of(ProfiledClient.values()).indexOf(client) % Samples.STEP;
        for (int i = first; i < samples.size(); i += Samples.STEP) {
            checkAllPages(client, samples.get(i).bytes(), 25_000);
        }
        byte[] giant = Payloads.giants().get(0).bytes();
        checkAllPages(client, SampleResults.text(giant), 25_000);
    }

    @ParameterizedTest
    @EnumSource(ProfiledClient.class)
    void answersAboutRandomResultsFit(ProfiledClient client) {
        PropertyCases.check(25, 9, SampleResults.any(), result -> {
            checkAllPages(client, result.bytes(), 0);
            checkAllPages(client, result.bytes(), 25_000);
        });
    }

    @ParameterizedTest
    @EnumSource(ProfiledClient.class)
    void modeFullReturnsOriginalOnlyIfItFits(ProfiledClient client) {
        for (int size : new int[] {3_000, 12_000, 30_000, 45_000, 60_000, 90_000, 400_000}) {
            byte[] text = "a few words of text, and no more. ".repeat(size / 34).getBytes(StandardCharsets.UTF_8);
            Engine engine = client.engineFor(0);
            Answered first = engine.guard(SampleResults.fileServer(text));
            client.assertFits(first);
            String next = first.nextCursor();
            if (next != null) {
                client.assertFits(engine.read(next, "\"mode\":\"full\""));
                client.assertFits(engine.read(next, "\"max_tokens\":9000"));
            }
        }
    }

    private static void checkAllPages(ProfiledClient client, byte[] result, int maxTokens) {
        Engine engine = client.engineFor(maxTokens);
        Answered answered = engine.guard(result);
        for (int i = 0; i < PAGES && answered.isShaped(); i++) {
            client.assertFits(answered);
            String next = answered.nextCursor();
            if (next == null) {
                return;
            }
            answered = engine.read(next);
        }
        client.assertFits(answered);
    }

    @Test
    void unknownClientGetsPolicyLimits() {
        Policies policies = Policies.of(Policy.defaults()).withProfiles(Profiles.builtIn());
        Samples.stream().limit(40).forEach(sample -> {
            Answered unknown = Engine.of(policies, ClientFeatures.current().withName("some client"))
                    .guard(sample.bytes());
            Answered plain =
                    Engine.of(Policy.defaults(), ClientFeatures.current()).guard(sample.bytes());
            assertThat(unknown.receipt().answerTokens())
                    .isEqualTo(plain.receipt().answerTokens());
            assertThat(unknown.receipt().outcome()).isEqualTo(plain.receipt().outcome());
        });
    }

    @Test
    void bothCopiesContainNoticeAndCursor() {
        byte[] payload = ("{\"orders\":" + new String(Payloads.orders(300), StandardCharsets.UTF_8) + "}")
                .getBytes(StandardCharsets.UTF_8);
        for (ProfiledClient client : ProfiledClient.values()) {
            Answered answered = client.engineFor(0).guard(SampleResults.withTextCopy(payload));
            assertThat(answered.isShaped()).isTrue();
            assertThat(Objects.requireNonNull(answered.structured()).utf8()).contains("\"notice\"", "\"nextCursor\"");
            assertThat(answered.texts().get(0).utf8()).contains("\"notice\"", "\"nextCursor\"");
        }
    }

    /** Checks that pages of a cursor are the same for every client. Another budget creates another view. */
    @Test
    void cursorShowsSamePageToEveryClient() {
        byte[] text = "words and more words. ".repeat(20_000).getBytes(StandardCharsets.UTF_8);
        Engine claude = ProfiledClient.CLAUDE.engineFor(20_000);
        String cursor = claude.guard(SampleResults.text(text)).nextCursor();
        assertThat(cursor).isNotNull();
        Engine vscode =
                claude.as(claude.call.withClient(ClientFeatures.current().withName("Visual Studio Code")));

        assertThat(vscode.read(cursor).texts()).isEqualTo(claude.read(cursor).texts());
        ProfiledClient.VS_CODE.assertFits(vscode.read(cursor, "\"max_tokens\":20000"));
    }

    @Test
    void profilesOnlyLowerLimits() {
        for (Profile profile : Profiles.builtIn()) {
            for (Policy policy : List.of(
                    Policy.defaults(),
                    Policy.defaults()
                            .with(Policy.TOKEN_BUDGET_THRESHOLD, 200)
                            .with(Policy.MAX_TOKEN_BUDGET, 300)
                            .with(Policy.FULL_BUDGET_THRESHOLD, 200)
                            .with(Policy.ERROR_BYTES, 2_000)
                            .with(Policy.BYTE_CEILING, 1_000),
                    Policy.defaults()
                            .with(Policy.TOKEN_BUDGET_THRESHOLD, 100_000)
                            .with(Policy.MAX_TOKEN_BUDGET, 200_000)
                            .with(Policy.HARD_BYTE_LIMIT, 10_000_000))) {
                Policy applied = profile.applyTo(policy);
                for (int requested : new int[] {0, 100, 150_000}) {
                    assertThat(applied.budget(requested).tokens())
                            .isLessThanOrEqualTo(policy.budget(requested).tokens());
                    assertThat(applied.budget(requested).bytes())
                            .isLessThanOrEqualTo(policy.budget(requested).bytes());
                }
                assertThat(profile.applyTo(applied)).isEqualTo(applied);
            }
        }
    }

    static Stream<String> unknownNames() {
        return Stream.of("", "claude", "not vscode", "xcursor", "\u0000", "*");
    }

    @Test
    void findsTheProfileOfAClientName() {
        assertThat(named("Claude-Code")).isEqualTo("claude-code");
        assertThat(named("claude-ai (via mcp-remote 0.1.37)")).isEqualTo("claude");
        assertThat(named("Visual Studio Code - Insiders")).isEqualTo("vscode");
        assertThat(named("cursor-vscode")).isEqualTo("cursor");
        assertThat(named("gemini-cli-mcp-client-files")).isEqualTo("gemini-cli");
        assertThat(named("codex-mcp-client" + "x".repeat(100_000))).isEqualTo("codex");
        assertThat(unknownNames().map(ProfileLawTest::named)).containsOnly("generic");
    }

    private static String named(String client) {
        return Profiles.builtIn().stream()
                .filter(profile -> profile.matches(client))
                .findFirst()
                .orElseThrow()
                .name();
    }
}

package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that answers get shorter and say so as a session uses up its budget, and that no call fails. */
@Execution(ExecutionMode.CONCURRENT)
class SessionBudgetLawTest {

    private static final int BUDGET = 20_000;
    /** The most tokens of an answer when the budget of the session is spent. */
    private static final int MAX_TOKENS_WHEN_SPENT = 400;

    private static final byte[] ORDERS = SampleResults.withTextCopy(
            ("{\"orders\":" + utf8(Payloads.orders(600)) + "}").getBytes(StandardCharsets.UTF_8));
    private static final byte[] LOG = SampleResults.text(
            "a few words of text, and no more. ".repeat(9_000).getBytes(StandardCharsets.UTF_8));

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Engine engine() {
        return Engine.of(Policy.defaults().with(Policy.SESSION_BUDGET, BUDGET), ClientFeatures.current());
    }

    @Test
    void answersGetShorterAndReportIt() {
        Engine engine = engine();
        long spent = 0;
        long last = Long.MAX_VALUE;
        boolean hasNotice = false;
        for (int i = 0; i < 48; i++) {
            Answered answered = engine.guard(i % 2 == 0 ? ORDERS : LOG);
            long tokens = answered.receipt().answerTokens();
            assertThat(answered.isError()).isFalse();
            assertThat(answered.nextCursor()).as("%s", answered).isNotNull();
            assertThat(tokens).isLessThanOrEqualTo(Math.max(MAX_TOKENS_WHEN_SPENT, (BUDGET - spent) / 4));
            spent += tokens;
            assertThat(answered.budget().number("sessionBudget")).isEqualTo(BUDGET);
            assertThat(answered.budget().number("sessionRemaining")).isEqualTo(Math.max(0, BUDGET - spent));
            assertThat(answered.budget().number("threshold")).isLessThanOrEqualTo((int) Math.min(last, 4_000));
            last = answered.budget().number("threshold");
            hasNotice |= answered.raw().utf8().contains("answers get shorter as it is used up");
        }
        assertThat(hasNotice).isTrue();
        assertThat(engine.guard(ORDERS).raw().utf8()).contains("token budget of this session is spent");
        assertThat(engine.guard(ORDERS).receipt().answerTokens()).isLessThanOrEqualTo(300);
    }

    @Test
    void receiptReportsOnceThatBudgetIsSpent() {
        Engine engine = engine();
        int reports = 0;
        for (int i = 0; i < 60; i++) {
            reports += engine.guard(ORDERS).receipt().reason().endsWith("; the session's budget is spent") ? 1 : 0;
        }
        assertThat(reports).isEqualTo(1);
    }

    @Test
    void argumentsCannotExceedSessionBudget() {
        Engine engine = engine();
        String cursor = Objects.requireNonNull(engine.guard(ORDERS).nextCursor());
        for (int i = 0; i < 40; i++) {
            engine.guard(ORDERS);
        }
        for (String arguments : List.of(
                "\"max_tokens\":20000",
                "\"mode\":\"full\"",
                "\"pages\":\"1-9\"",
                "\"page\":3",
                "\"page_size\":200",
                "\"direction\":\"next\"",
                "\"path\":\"/orders/3\"",
                "\"find\":\"a\"",
                "\"query\":\".orders[]\"",
                "\"mode\":\"outline\"",
                "\"mode\":\"summary\"",
                "\"start_line\":1,\"end_line\":900")) {
            Answered read = engine.read(cursor, arguments);
            assertThat(read.isError()).as("%s: %s", arguments, read).isFalse();
            assertThat(read.receipt().answerTokens())
                    .as("%s: %s", arguments, read)
                    .isLessThanOrEqualTo(MAX_TOKENS_WHEN_SPENT);
        }
        Answered raised = engine.as(engine.call.withMaxTokens(20_000)).guard(ORDERS);
        assertThat(raised.receipt().answerTokens()).isLessThanOrEqualTo(MAX_TOKENS_WHEN_SPENT);
        assertThat(engine.read(cursor, "\"max_tokens\":90000").raw().utf8())
                .contains("max_tokens exceeds maximum of 25000");
    }

    @Test
    void pagingContinuesWithoutGapAfterBudgetIsLowered() {
        Engine engine = engine();
        Answered answered = engine.guard(ORDERS);
        int items = 0;
        for (int i = 0; i < 2_000; i++) {
            int[] range = answered.getShown().header().range();
            assertThat(range[0]).as("%s", answered).isEqualTo(items + 1);
            items = range[1];
            String next = answered.nextCursor();
            if (next == null) {
                break;
            }
            answered = engine.read(next);
        }
        assertThat(items).isEqualTo(600);
    }

    @Test
    void randomAnswersHaveAtMostAQuarterOfTheRemainingBudget() {
        record Step(byte[] result, int action) {}
        Generator<Step> step = (random, size) ->
                new Step(SampleResults.any().generate(random, size).bytes(), random.nextInt(5));
        PropertyCases.check(60, 17, Generator.listOf(step).limitSize(12), steps -> {
            Engine engine = engine();
            String cursor = Objects.requireNonNull(engine.guard(ORDERS).nextCursor());
            for (Step nextStep : steps) {
                Answered answered = switch (nextStep.action) {
                    case 0 -> engine.read(cursor);
                    case 1 -> engine.read(cursor, "\"mode\":\"full\"");
                    case 2 -> engine.read(cursor, "\"max_tokens\":20000");
                    default -> engine.guard(nextStep.result);
                };
                boolean binary = answered.raw().utf8().contains("\"data\":");
                long spent = (long) BUDGET - answered.budget().number("sessionRemaining");
                if (spent < BUDGET && !binary) {
                    long tokens = answered.receipt().answerTokens();
                    assertThat(tokens)
                            .as("%s", answered)
                            .isLessThanOrEqualTo(Math.max(MAX_TOKENS_WHEN_SPENT, (BUDGET - spent + tokens) / 4));
                }
            }
        });
    }

    @Test
    void sessionsAreSeparateAndIdleOnesStartAgain() {
        Engine engine = engine();
        Engine otherSession = engine.as(engine.call.withSession("one"));
        for (int i = 0; i < 40; i++) {
            otherSession.guard(ORDERS);
        }
        assertThat(otherSession.guard(ORDERS).budget().number("sessionRemaining"))
                .isZero();
        assertThat(engine.as(engine.call.withSession("two"))
                        .guard(ORDERS)
                        .budget()
                        .number("sessionRemaining"))
                .isGreaterThan(10_000);
        assertThat(engine.guard(ORDERS).budget().number("sessionRemaining")).isGreaterThan(10_000);
        engine.clock.advance(Duration.ofHours(2));
        assertThat(otherSession.guard(ORDERS).budget().number("sessionRemaining"))
                .isGreaterThan(10_000);
    }

    @ParameterizedTest
    @CsvSource({"OFF, 100", "SHADOW, 100", "ENFORCE, 0", "AB, 0"})
    void answersOutsideARolloutCountUnlessAProgramOrAnAppReadsThem(RolloutMode mode, int percent) {
        PolicyRule rule = new PolicyRule(
                "list_things", policy -> policy.with(Policy.ROLLOUT_MODE, mode).with(Policy.ROLLOUT_PERCENT, percent));
        Policies policies = new Policies(Policy.defaults().with(Policy.SESSION_BUDGET, 500_000), List.of(rule));
        Engine engine = Engine.of(policies, ClientFeatures.current().withApps(true));
        Answered unchanged = engine.guard(LOG);
        assertThat(unchanged.raw().utf8()).isEqualTo(utf8(LOG));
        engine.as(engine.call.withProgramReader(true)).guard(LOG);
        ToolHints appOnly = new ToolHints(true, true, null, AppUse.APP_ONLY);
        engine.as(engine.call.withHints(appOnly)).guard(LOG);

        Answered shaped = engine.as(engine.call.withTool("other")).guard(ORDERS);

        long tokens = unchanged.receipt().answerTokens() + shaped.receipt().answerTokens();
        assertThat(unchanged.receipt().answerTokens()).isGreaterThan(10_000);
        assertThat(shaped.budget().number("sessionRemaining")).isEqualTo(500_000 - (int) tokens);
    }

    @Test
    void receiptOfAnUnchangedAnswerReportsThatBudgetIsSpent() {
        Policy policy =
                Policy.defaults().with(Policy.SESSION_BUDGET, BUDGET).with(Policy.ROLLOUT_MODE, RolloutMode.SHADOW);
        Engine engine = Engine.of(policy, ClientFeatures.current());
        assertThat(engine.guard(LOG).receipt().reason()).endsWith("; the session's budget is spent");
        assertThat(engine.guard(LOG).receipt().reason()).endsWith("in shadow");
    }

    @Test
    void promptsWithinTheBudgetCount() {
        Engine engine = engine();
        String prompt = "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\""
                + "Review the code. ".repeat(200) + "\"}}]}";
        Outcome outcome = engine.plimsoll().guardPrompt(engine.call, Slice.of(prompt));
        assertThat(outcome.result().utf8()).isEqualTo(prompt);

        Answered shaped = engine.guard(ORDERS);

        long tokens = outcome.receipt().answerTokens() + shaped.receipt().answerTokens();
        assertThat(shaped.budget().number("sessionRemaining")).isEqualTo(BUDGET - (int) tokens);
    }

    @Test
    void errorsStayReadableAndSmallResultsPass() {
        Engine engine = engine();
        for (int i = 0; i < 40; i++) {
            engine.guard(ORDERS);
        }
        Answered error = engine.guard(SampleResults.error(
                ("cannot connect to host. " + "at frame ".repeat(4_000)).getBytes(StandardCharsets.UTF_8)));
        assertThat(error.isError()).isTrue();
        assertThat(error.raw().utf8()).contains("cannot connect to host");
        assertThat(engine.guard(SampleResults.text("{\"ok\":true}".getBytes(StandardCharsets.UTF_8)))
                        .receipt()
                        .outcome()
                        .recordName())
                .isEqualTo("passed");
        assertThat(engine.readWith("{\"cursor\":\"nonsense\"}").raw().utf8()).contains("CURSOR_INVALID", "suggestion");
    }
}

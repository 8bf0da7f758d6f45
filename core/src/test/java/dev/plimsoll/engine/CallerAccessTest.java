package dev.plimsoll.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.CallAuthorizer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.OutcomeKind;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallerAccessTest {

    private static final CallerSettings READER = CallerSettings.DEFAULT.withTier(Tier.READ);
    private static final ToolCall CALL = ToolCall.of("crm", "list_users", "ann")
            .withHints(new ToolHints(true, true, false))
            .withSettings(READER);
    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\]*\":[\\\\]*\"([A-Za-z0-9_-]+)");

    private final SnapshotStore store = SnapshotStore.inMemory(
            new StoreLimits(64 << 20, 64 << 20, 1_000), InstantSource.system(), new SplittableRandom(7));
    private final Plimsoll engine =
            Plimsoll.builder().store(store).policies(policies(null)).build();

    private static Policies policies(@Nullable Tier tier) {
        return Policies.of(
                Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500).with(Policy.TIER, tier));
    }

    private static Slice users() {
        StringBuilder users = new StringBuilder("{\"structuredContent\":{\"users\":[");
        for (int i = 0; i < 200; i++) {
            users.append(i == 0 ? "" : ",")
                    .append("{\"id\":\"user-")
                    .append(i)
                    .append("\",\"email\":\"user")
                    .append(i)
                    .append("@example.com\",\"address\":{\"street\":\"Long Lane\",\"city\":\"Bergen\"}}");
        }
        return Slice.of(users.append("]},\"content\":[]}").toString());
    }

    private static Slice argumentsWithCursorOf(Outcome outcome) {
        Matcher cursor = CURSOR.matcher(outcome.result().utf8());
        assertThat(cursor.find()).as(outcome.result().utf8()).isTrue();
        return Slice.of("{\"cursor\":\"" + cursor.group(1) + "\"}");
    }

    @Test
    void refusesReadsAfterTierOfToolIsRaised() {
        Slice arguments = argumentsWithCursorOf(engine.guard(CALL, RawResult.of(users())));
        assertThat(engine.read(CALL, arguments).receipt().outcome()).isEqualTo(OutcomeKind.READ);

        CallerSettings raisedTier = READER.withPolicies(policies(Tier.ADMIN));
        Outcome refused = engine.read(CALL.withSettings(raisedTier), arguments);

        assertThat(refused.receipt().outcome()).isEqualTo(OutcomeKind.REFUSED);
        assertThat(refused.result().utf8())
                .contains("FORBIDDEN", "list_users", "needs the tier admin; yours is read")
                .doesNotContain("user-");
        ToolCall admin = CALL.withSettings(raisedTier.withTier(Tier.ADMIN));
        assertThat(engine.read(admin, arguments).receipt().outcome()).isEqualTo(OutcomeKind.READ);
    }

    /** Checks that a result keeps the tier of its call even if the policy changes later. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "read, -, READ",
                "read, READ_WRITE, READ_WRITE",
                "read, ADMIN, ADMIN",
                "read_write, READ, READ_WRITE",
                "admin, READ, ADMIN",
                "admin, -, ADMIN",
                "'', -, ADMIN",
                "'', READ, READ",
                "nobody, READ_WRITE, READ_WRITE"
            })
    void requiresTheHigherOfTheTiersOfCallAndPolicy(String tierAtCall, @Nullable Tier currentTier, Tier requiredTier) {
        SnapshotOrigin snapshotOrigin = new SnapshotOrigin("ann", "crm", "list_users", tierAtCall, "");
        for (Tier tier : Tier.values()) {
            CallerAccess callerAccess = new CallerAccess(policies(currentTier), tier, CallAuthorizer.ALLOW_ALL);
            if (tier.allows(requiredTier)) {
                assertThatCode(() -> callerAccess.requireReading(snapshotOrigin))
                        .doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> callerAccess.requireReading(snapshotOrigin))
                        .isInstanceOf(RefusedException.class)
                        .hasMessageContaining("needs the tier " + requiredTier + "; yours is " + tier);
            }
        }
    }

    @Test
    void checksAuthorizerForEveryReadAndCall() {
        Slice arguments = argumentsWithCursorOf(engine.guard(CALL, RawResult.of(users())));
        ToolCall callWithAuthorizer = CALL.withSettings(READER.withAuthorizer((server, tool) -> {
            throw new RefusedException(ErrorCode.FORBIDDEN, server + "/" + tool + " is closed", "ask another");
        }));

        assertThat(engine.read(callWithAuthorizer, arguments).result().utf8()).contains("crm/list_users is closed");
        assertThatThrownBy(() -> engine.requireCall(callWithAuthorizer))
                .hasMessageContaining("crm/list_users is closed");
    }

    @Test
    void refusesBlockedToolForEveryTier() {
        ToolCall call = CALL.withSettings(CallerSettings.DEFAULT.withTier(Tier.ADMIN));
        Plimsoll engineWithBlockedTool = Plimsoll.builder()
                .store(store)
                .policies(Policies.of(Policy.defaults().with(Policy.BLOCKED, true)))
                .build();

        assertThatThrownBy(() -> engineWithBlockedTool.requireCall(call))
                .isInstanceOfSatisfying(RefusedException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.FORBIDDEN);
                    assertThat(refused.getMessage()).contains("list_users is switched off");
                });
        assertThatCode(() -> engine.requireCall(call)).doesNotThrowAnyException();
        assertThat(engineWithBlockedTool.policies().hasBlockedTools()).isTrue();
        assertThat(engine.policies().hasBlockedTools()).isFalse();
    }
}

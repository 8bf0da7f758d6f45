package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.CallAuthorizer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
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

    private static final ToolCall CALL =
            ToolCall.of("crm", "list_users", "ann").withHints(new ToolHints(true, true, false));
    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\]*\":[\\\\]*\"([A-Za-z0-9_-]+)");

    private final SnapshotStore store = SnapshotStore.inMemory(
            new StoreLimits(64 << 20, 64 << 20, 1_000), InstantSource.system(), new SplittableRandom(7));
    private final Plimsoll reader = Plimsoll.create(
                    store, KeyRing.of(new byte[32]), policies(null), GuardListener.none())
            .forTier(Tier.READ);

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

    private Slice cursorOf(GuardedResult guardedResult) {
        Matcher cursor = CURSOR.matcher(guardedResult.result().utf8());
        assertThat(cursor.find()).as(guardedResult.result().utf8()).isTrue();
        return Slice.of("{\"cursor\":\"" + cursor.group(1) + "\"}");
    }

    @Test
    void refusesReadsAfterTierOfToolIsRaised() {
        Slice cursor = cursorOf(reader.guard(CALL, users()));
        assertThat(reader.read(CALL, cursor).receipt().outcome()).isEqualTo(OutcomeKind.READ);

        Plimsoll raised = reader.withPolicies(policies(Tier.ADMIN));
        GuardedResult refused = raised.read(CALL, cursor);

        assertThat(refused.receipt().outcome()).isEqualTo(OutcomeKind.REFUSED);
        assertThat(refused.result().utf8())
                .contains("FORBIDDEN", "list_users", "needs the tier admin; yours is read")
                .doesNotContain("user-");
        assertThat(raised.forTier(Tier.ADMIN).read(CALL, cursor).receipt().outcome())
                .isEqualTo(OutcomeKind.READ);
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
    void requiresHigherTierOfCallAndPolicy(String tierAtCall, @Nullable Tier current, Tier needed) {
        SnapshotOrigin snapshotOrigin = new SnapshotOrigin("ann", "crm", "list_users", tierAtCall, "");
        for (Tier tier : Tier.values()) {
            CallerAccess callerAccess = new CallerAccess(policies(current), tier, CallAuthorizer.ALLOW_ALL);
            if (tier.allows(needed)) {
                assertThatCode(() -> callerAccess.requireReading(snapshotOrigin))
                        .doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> callerAccess.requireReading(snapshotOrigin))
                        .isInstanceOf(RefusedException.class)
                        .hasMessageContaining("needs the tier " + needed + "; yours is " + tier);
            }
        }
    }

    @Test
    void checksAuthorizerForEveryReadAndCall() {
        Slice cursor = cursorOf(reader.guard(CALL, users()));
        Plimsoll gated = reader.forCaller(Tier.READ, (server, tool) -> {
            throw new RefusedException(ErrorCode.FORBIDDEN, server + "/" + tool + " is closed", "ask another");
        });

        assertThat(gated.read(CALL, cursor).result().utf8()).contains("crm/list_users is closed");
        assertThatThrownBy(() -> gated.requireCall(CALL)).hasMessageContaining("crm/list_users is closed");
    }
}

package dev.plimsoll.gateway.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RollingOutTest {

    private static final Instant START = Instant.parse("2026-11-22T06:00:00Z");
    private static final String STEPS =
            "{ percent: 5, for: 3d, pageSize: 200 }, { percent: 25, for: 2d, pageSize: 100 },"
                    + " { percent: 50, for: 1d }";

    @TempDir
    private Path folder;

    private Instant now = START;
    private final BackingOff backingOff = new BackingOff();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private Loaded read(String file) throws IOException, ConfigurationException {
        Path place = Files.writeString(folder.resolve("plimsoll.yaml"), file);
        Surroundings here = new Surroundings(Map.of(), folder, folder, "Linux");
        return new ConfigurationReader(here).read(DefaultFile.WORKING_FOLDER, place.toString(), List.of());
    }

    private RollingOut process(String name) {
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
        return new RollingOut(new StateFile(folder), name, backingOff, () -> now, new Log(err, Level.INFO));
    }

    private static Policy policy(RollingOut rolling, Loaded loaded, String tool) {
        Policies laid = rolling.over(loaded.configuration().policies());
        return laid.of("crm", tool).policy();
    }

    private void is(RollingOut rolling, Loaded loaded, String tool, int percent, int pageSize) {
        rolling.look();
        Policy policy = policy(rolling, loaded, tool);
        assertThat(policy.get(Policy.ROLLOUT_PERCENT)).isEqualTo(percent);
        assertThat(policy.get(Policy.DEFAULT_PAGE_SIZE)).isEqualTo(pageSize);
    }

    @Test
    void stepsFollowOneAnotherAndThePlainPolicyHoldsInTheEnd() throws Exception {
        Loaded loaded = read("rollout: { steps: [ " + STEPS + " ] }\ntools: { own: { rollout: { percent: 7 } } }\n");
        RollingOut rolling = process("serve");
        rolling.configured(loaded);
        is(rolling, loaded, "any", 5, 200);
        is(rolling, loaded, "own", 7, 200);
        now = START.plus(Duration.ofDays(3)).minusMillis(1);
        is(rolling, loaded, "any", 5, 200);
        now = START.plus(Duration.ofDays(3));
        is(rolling, loaded, "any", 25, 100);
        now = START.plus(Duration.ofDays(5));
        is(rolling, loaded, "any", 50, 50);
        now = START.plus(Duration.ofDays(6));
        is(rolling, loaded, "any", 100, 50);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("rollout step tools=* step=1/3 percent=5 until=2026-11-25T06:00:00Z")
                .contains("rollout is past its steps tools=* steps=3");
    }

    /** What a client gets of 500 bookings while the step lasts, and behind it. */
    @Test
    void aStepsPagesHaveItsSizeAndThenThePlainOne() throws Exception {
        Loaded loaded = read("""
                preset: hardening
                policy: { tokenBudgetThreshold: 25000 }
                rollout: { steps: [ { percent: 100, for: 3d, pageSize: 200 } ] }
                """);
        RollingOut rolling = process("serve");
        rolling.configured(loaded);

        assertThat(firstPage(rolling, loaded)).isEqualTo("items=200 totalCount=500 first=BK-0 last=BK-199");
        now = START.plus(Duration.ofDays(3));
        rolling.look();
        assertThat(firstPage(rolling, loaded)).isEqualTo("items=50 totalCount=500 first=BK-0 last=BK-49");
    }

    private static String firstPage(RollingOut rolling, Loaded loaded) {
        String bookings = IntStream.range(0, 500)
                .mapToObj(i -> "{\"id\":\"BK-" + i + "\",\"status\":\"confirmed\",\"guestName\":\"Zoë Müller\","
                        + "\"checkIn\":\"2026-07-01\",\"checkOut\":\"2026-07-05\",\"property\":\"海辺の家\"}")
                .collect(Collectors.joining(",", "[", "]"));
        JsonMapper json = JsonMapper.shared();
        String result = "{\"content\":[{\"type\":\"text\",\"text\":" + json.writeValueAsString(bookings) + "}]}";
        Plimsoll engine = Plimsoll.over(
                SnapshotStore.inMemory(new Limits(1 << 24, 1 << 24, 10), () -> START, new Random(1)),
                KeyRing.of(new byte[32]),
                rolling.over(loaded.configuration().policies()),
                GuardListener.none());
        String answer = engine.guard(ToolCall.of("crm", "list_bookings", "ada"), Slice.of(result))
                .result()
                .utf8();
        JsonNode page =
                json.readTree(json.readTree(answer).at("/content/0/text").asString());
        int items = page.get("items").size();
        return "items=" + items + " totalCount=" + page.get("totalCount") + " first="
                + page.at("/items/0/id").asString() + " last="
                + page.at("/items/" + (items - 1) + "/id").asString();
    }

    @Test
    void aLastStepWithoutAnEndStays() throws Exception {
        Loaded loaded =
                read("tools: { \"crm/list_*\": { rollout: { steps: [ { percent: 5, for: 1h }, { percent: 30 } ] } },"
                        + " list_b: { defaultPageSize: 9 } }");
        RollingOut rolling = process("serve");
        rolling.configured(loaded);
        is(rolling, loaded, "list_a", 5, 50);
        is(rolling, loaded, "list_b", 5, 9);
        is(rolling, loaded, "other", 100, 50);
        now = START.plus(Duration.ofDays(500));
        is(rolling, loaded, "list_a", 30, 50);
    }

    @Test
    void aRestartDoesNotBeginAnewAndOtherStepsDo() throws Exception {
        Loaded loaded = read("rollout: { steps: [ " + STEPS + " ] }");
        process("serve").configured(loaded);
        now = START.plus(Duration.ofDays(4));
        RollingOut again = process("serve");
        again.configured(loaded);
        is(again, loaded, "any", 25, 100);

        Loaded others = read("rollout: { steps: [ { percent: 1, for: 1d } ] }");
        again.configured(others);
        is(again, others, "any", 1, 50);
        again.configured(loaded);
        is(again, loaded, "any", 5, 200);

        Loaded none = read("{}");
        again.configured(none);
        is(again, none, "any", 100, 50);
        now = START.plus(Duration.ofDays(8));
        again.configured(loaded);
        is(again, loaded, "any", 5, 200);

        RollingOut other = process("run files");
        other.configured(others);
        is(other, others, "any", 1, 50);
        is(again, loaded, "any", 5, 200);
    }

    @Test
    void whatIsTakenBackIsOffUntilItIsResumed() throws Exception {
        Loaded loaded = read("rollout: { mode: ab }\ntools: { list_b: { rollout: { mode: enforce } } }");
        RollingOut serve = process("serve");
        RollingOut run = process("run files");
        serve.configured(loaded);
        run.configured(loaded);
        TakingBack taking = TakingBack.in(folder, System.err);

        taking.back(new Back("crm/list_*", now, "anna", null, "they complain"));
        for (RollingOut each : List.of(serve, run)) {
            assertThat(each.look()).isTrue();
            assertThat(each.look()).isFalse();
            assertThat(mode(each, loaded, "list_b")).isEqualTo(RolloutMode.OFF);
            assertThat(mode(each, loaded, "get")).isEqualTo(RolloutMode.AB);
        }
        taking.back(new Back(Back.ALL, now, "bert", null, ""));
        serve.look();
        assertThat(mode(serve, loaded, "get")).isEqualTo(RolloutMode.OFF);
        assertThat(serve.over(loaded.configuration().policies()).base().get(Policy.ROLLOUT_MODE))
                .isEqualTo(RolloutMode.OFF);
        assertThat(taking.resume("other/*", "bert")).isEmpty();
        assertThat(taking.resume(Back.ALL, "bert")).containsExactly(Back.ALL);
        serve.look();
        assertThat(mode(serve, loaded, "get")).isEqualTo(RolloutMode.AB);
        assertThat(mode(serve, loaded, "list_b")).isEqualTo(RolloutMode.OFF);
        assertThat(taking.resume(null, "bert")).containsExactly("crm/list_*");
        serve.look();
        assertThat(mode(serve, loaded, "list_b")).isEqualTo(RolloutMode.ENFORCE);
        assertThat(Files.readString(folder.resolve("config-audit.jsonl")))
                .contains(
                        "\"by\":\"rollout by anna\"",
                        "\"rollout crm/list_*\",\"was\":\"protected\",\"is\":\"taken back\"");
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("protection is taken back tools=crm/list_* by=anna why=\"they complain\"")
                .contains("protection is resumed tools=crm/list_*");
    }

    private static RolloutMode mode(RollingOut rolling, Loaded loaded, String tool) {
        return policy(rolling, loaded, tool).get(Policy.ROLLOUT_MODE);
    }

    @Test
    void whatIsTakenBackForATimeEndsByItself() throws Exception {
        Loaded loaded = read("{}");
        RollingOut rolling = process("serve");
        rolling.configured(loaded);
        new StateFile(folder)
                .change(state -> state.with(new Back("a", now, "automatic", now.plusSeconds(60), "costs more")));
        rolling.look();
        assertThat(mode(rolling, loaded, "a")).isEqualTo(RolloutMode.OFF);
        now = now.plusSeconds(60);
        assertThat(rolling.look()).isTrue();
        assertThat(mode(rolling, loaded, "a")).isEqualTo(RolloutMode.ENFORCE);
    }

    @Test
    void aStateThatCannotBeReadChangesNothing() throws Exception {
        Loaded loaded = read("rollout: { steps: [ " + STEPS + " ] }");
        RollingOut rolling = process("serve");
        rolling.configured(loaded);
        Path state = folder.resolve("rollout").resolve("state");
        for (String text : List.of("plimsoll-rollout 99\n", "a letter", "")) {
            Files.writeString(state, text);
            is(rolling, loaded, "any", 5, 200);
            assertThat(Files.readString(state)).isEqualTo(text);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("was written by a newer version");
        TakingBack taking = TakingBack.in(folder, System.err);
        assertThatThrownBy(() -> taking.back(new Back("*", now, "anna", null, "")))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> taking.back(new Back("a/b/c", now, "anna", null, "")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void odderNamesComeBackAsTheyWere() throws Exception {
        State state = new State(
                List.of(new Back("a\"ö*", now, "an\tna", now.plusNanos(1), "\u2028 why {")),
                List.of(new Begun("run x", "", "5% for 3d", now)));
        assertThat(StateText.read(StateText.write(state))).isEqualTo(state);
    }
}

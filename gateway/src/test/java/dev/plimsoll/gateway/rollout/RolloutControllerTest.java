package dev.plimsoll.gateway.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
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

class RolloutControllerTest {

    private static final Instant START = Instant.parse("2026-11-22T06:00:00Z");
    private static final String STEPS =
            "{ percent: 5, for: 3d, pageSize: 200 }, { percent: 25, for: 2d, pageSize: 100 },"
                    + " { percent: 50, for: 1d }";

    @TempDir
    private Path folder;

    private Instant now = START;
    private final AutoRollback autoRollback = new AutoRollback();
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();

    private LoadedConfiguration read(String text) throws IOException, ConfigurationException {
        Path file = Files.writeString(folder.resolve("plimsoll.yaml"), text);
        HostEnvironment hostEnvironment = new HostEnvironment(Map.of(), folder, folder, "Linux");
        return new ConfigurationReader(hostEnvironment).read(DefaultFile.WORKING_FOLDER, file.toString(), List.of());
    }

    private RolloutController controller(String name) {
        PrintStream err = new PrintStream(logBytes, true, StandardCharsets.UTF_8);
        return new RolloutController(
                new RolloutStateFile(folder), name, autoRollback, () -> now, new Log(err, LogSeverity.INFO));
    }

    private static Policy policy(RolloutController controller, LoadedConfiguration loadedConfiguration, String tool) {
        Policies policiesWithRollout =
                controller.applyTo(loadedConfiguration.configuration().policies());
        return policiesWithRollout.forTool("crm", tool).policy();
    }

    private void assertStep(
            RolloutController controller,
            LoadedConfiguration loadedConfiguration,
            String tool,
            int percent,
            int pageSize) {
        controller.update();
        Policy policy = policy(controller, loadedConfiguration, tool);
        assertThat(policy.get(Policy.ROLLOUT_PERCENT)).isEqualTo(percent);
        assertThat(policy.get(Policy.DEFAULT_PAGE_SIZE)).isEqualTo(pageSize);
    }

    @Test
    void stepsRunInOrderAndThenPolicyApplies() throws Exception {
        LoadedConfiguration loadedConfiguration =
                read("rollout: { steps: [ " + STEPS + " ] }\ntools: { own: { rollout: { percent: 7 } } }\n");
        RolloutController controller = controller("serve");
        controller.onConfiguration(loadedConfiguration);
        assertStep(controller, loadedConfiguration, "any", 5, 200);
        assertStep(controller, loadedConfiguration, "own", 7, 200);
        now = START.plus(Duration.ofDays(3)).minusMillis(1);
        assertStep(controller, loadedConfiguration, "any", 5, 200);
        now = START.plus(Duration.ofDays(3));
        assertStep(controller, loadedConfiguration, "any", 25, 100);
        now = START.plus(Duration.ofDays(5));
        assertStep(controller, loadedConfiguration, "any", 50, 50);
        now = START.plus(Duration.ofDays(6));
        assertStep(controller, loadedConfiguration, "any", 100, 50);
        assertThat(logBytes.toString(StandardCharsets.UTF_8))
                .contains("rollout step tools=* step=1/3 percent=5 until=2026-11-25T06:00:00Z")
                .contains("rollout steps completed tools=* steps=3");
    }

    /** Checks the page size of the answer to 500 bookings, during the step and after it. */
    @Test
    void stepSetsPageSize() throws Exception {
        LoadedConfiguration loadedConfiguration = read("""
                preset: hardening
                policy: { tokenBudgetThreshold: 25000 }
                rollout: { steps: [ { percent: 100, for: 3d, pageSize: 200 } ] }
                """);
        RolloutController controller = controller("serve");
        controller.onConfiguration(loadedConfiguration);

        assertThat(firstPage(controller, loadedConfiguration))
                .isEqualTo("items=200 totalCount=500 first=BK-0 last=BK-199");
        now = START.plus(Duration.ofDays(3));
        controller.update();
        assertThat(firstPage(controller, loadedConfiguration))
                .isEqualTo("items=50 totalCount=500 first=BK-0 last=BK-49");
    }

    private static String firstPage(RolloutController controller, LoadedConfiguration loadedConfiguration) {
        String bookings = IntStream.range(0, 500)
                .mapToObj(i -> "{\"id\":\"BK-" + i + "\",\"status\":\"confirmed\",\"guestName\":\"Zoë Müller\","
                        + "\"checkIn\":\"2026-07-01\",\"checkOut\":\"2026-07-05\",\"property\":\"海辺の家\"}")
                .collect(Collectors.joining(",", "[", "]"));
        JsonMapper json = JsonMapper.shared();
        String result = "{\"content\":[{\"type\":\"text\",\"text\":" + json.writeValueAsString(bookings) + "}]}";
        Plimsoll engine = Plimsoll.builder()
                .store(SnapshotStore.inMemory(new StoreLimits(1 << 24, 1 << 24, 10), () -> START, new Random(1)))
                .keys(KeyRing.of(new byte[32]))
                .policies(controller.applyTo(loadedConfiguration.configuration().policies()))
                .build();
        String answer = engine.guard(ToolCall.of("crm", "list_bookings", "ada"), RawResult.of(Slice.of(result)))
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
    void lastStepWithoutDurationIsPermanent() throws Exception {
        LoadedConfiguration loadedConfiguration =
                read("tools: { \"crm/list_*\": { rollout: { steps: [ { percent: 5, for: 1h }, { percent: 30 } ] } },"
                        + " list_b: { defaultPageSize: 9 } }");
        RolloutController controller = controller("serve");
        controller.onConfiguration(loadedConfiguration);
        assertStep(controller, loadedConfiguration, "list_a", 5, 50);
        assertStep(controller, loadedConfiguration, "list_b", 5, 9);
        assertStep(controller, loadedConfiguration, "other", 100, 50);
        now = START.plus(Duration.ofDays(500));
        assertStep(controller, loadedConfiguration, "list_a", 30, 50);
    }

    @Test
    void restartContinuesAndChangedStepsStartOver() throws Exception {
        LoadedConfiguration loadedConfiguration = read("rollout: { steps: [ " + STEPS + " ] }");
        controller("serve").onConfiguration(loadedConfiguration);
        now = START.plus(Duration.ofDays(4));
        RolloutController restarted = controller("serve");
        restarted.onConfiguration(loadedConfiguration);
        assertStep(restarted, loadedConfiguration, "any", 25, 100);

        LoadedConfiguration otherSteps = read("rollout: { steps: [ { percent: 1, for: 1d } ] }");
        restarted.onConfiguration(otherSteps);
        assertStep(restarted, otherSteps, "any", 1, 50);
        restarted.onConfiguration(loadedConfiguration);
        assertStep(restarted, loadedConfiguration, "any", 5, 200);

        LoadedConfiguration withoutRollout = read("{}");
        restarted.onConfiguration(withoutRollout);
        assertStep(restarted, withoutRollout, "any", 100, 50);
        now = START.plus(Duration.ofDays(8));
        restarted.onConfiguration(loadedConfiguration);
        assertStep(restarted, loadedConfiguration, "any", 5, 200);

        RolloutController otherController = controller("run files");
        otherController.onConfiguration(otherSteps);
        assertStep(otherController, otherSteps, "any", 1, 50);
        assertStep(restarted, loadedConfiguration, "any", 5, 200);
    }

    @Test
    void rollbackLastsUntilResumed() throws Exception {
        LoadedConfiguration loadedConfiguration =
                read("rollout: { mode: ab }\ntools: { list_b: { rollout: { mode: enforce } } }");
        RolloutController serve = controller("serve");
        RolloutController run = controller("run files");
        serve.onConfiguration(loadedConfiguration);
        run.onConfiguration(loadedConfiguration);
        RollbackService rollbackService = RollbackService.forDataFolder(folder, System.err);

        rollbackService.rollBack(new RollbackRule("crm/list_*", now, "anna", null, "they complain"));
        for (RolloutController controller : List.of(serve, run)) {
            assertThat(controller.update()).isTrue();
            assertThat(controller.update())
                    .as("true until the rollback is applied")
                    .isTrue();
            assertThat(mode(controller, loadedConfiguration, "list_b")).isEqualTo(RolloutMode.OFF);
            assertThat(controller.update()).isFalse();
            assertThat(mode(controller, loadedConfiguration, "get")).isEqualTo(RolloutMode.AB);
        }
        rollbackService.rollBack(new RollbackRule(RollbackRule.ALL, now, "bert", null, ""));
        serve.update();
        assertThat(mode(serve, loadedConfiguration, "get")).isEqualTo(RolloutMode.OFF);
        assertThat(serve.applyTo(loadedConfiguration.configuration().policies())
                        .base()
                        .get(Policy.ROLLOUT_MODE))
                .isEqualTo(RolloutMode.OFF);
        assertThat(rollbackService.resume("other/*", "bert")).isEmpty();
        assertThat(rollbackService.resume(RollbackRule.ALL, "bert")).containsExactly(RollbackRule.ALL);
        serve.update();
        assertThat(mode(serve, loadedConfiguration, "get")).isEqualTo(RolloutMode.AB);
        assertThat(mode(serve, loadedConfiguration, "list_b")).isEqualTo(RolloutMode.OFF);
        assertThat(rollbackService.resume(null, "bert")).containsExactly("crm/list_*");
        serve.update();
        assertThat(mode(serve, loadedConfiguration, "list_b")).isEqualTo(RolloutMode.ENFORCE);
        assertThat(Files.readString(folder.resolve("config-audit.jsonl")))
                .contains(
                        "\"by\":\"rollout by anna\"",
                        "\"rollout crm/list_*\",\"was\":\"protected\",\"is\":\"taken back\"");
        assertThat(logBytes.toString(StandardCharsets.UTF_8))
                .contains("protection rolled back tools=crm/list_* by=anna why=\"they complain\"")
                .contains("protection resumed tools=crm/list_*");
    }

    private static RolloutMode mode(
            RolloutController controller, LoadedConfiguration loadedConfiguration, String tool) {
        return policy(controller, loadedConfiguration, tool).get(Policy.ROLLOUT_MODE);
    }

    @Test
    void temporaryRollbackExpires() throws Exception {
        LoadedConfiguration loadedConfiguration = read("{}");
        RolloutController controller = controller("serve");
        controller.onConfiguration(loadedConfiguration);
        new RolloutStateFile(folder)
                .change(rolloutState ->
                        rolloutState.with(new RollbackRule("a", now, "automatic", now.plusSeconds(60), "costs more")));
        controller.update();
        assertThat(mode(controller, loadedConfiguration, "a")).isEqualTo(RolloutMode.OFF);
        now = now.plusSeconds(60);
        assertThat(controller.update()).isTrue();
        assertThat(mode(controller, loadedConfiguration, "a")).isEqualTo(RolloutMode.ENFORCE);
    }

    @Test
    void unreadableStateChangesNothing() throws Exception {
        LoadedConfiguration loadedConfiguration = read("rollout: { steps: [ " + STEPS + " ] }");
        RolloutController controller = controller("serve");
        controller.onConfiguration(loadedConfiguration);
        Path state = folder.resolve("rollout").resolve("state");
        for (String text : List.of("plimsoll-rollout 99\n", "a letter", "")) {
            Files.writeString(state, text);
            assertStep(controller, loadedConfiguration, "any", 5, 200);
            assertThat(Files.readString(state)).isEqualTo(text);
        }
        assertThat(logBytes.toString(StandardCharsets.UTF_8)).contains("was written by a newer version");
        RollbackService rollbackService = RollbackService.forDataFolder(folder, System.err);
        assertThatThrownBy(() -> rollbackService.rollBack(new RollbackRule("*", now, "anna", null, "")))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> rollbackService.rollBack(new RollbackRule("a/b/c", now, "anna", null, "")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void unusualNamesSurviveRoundTrip() throws Exception {
        RolloutState rolloutState = new RolloutState(
                List.of(new RollbackRule("a\"ö*", now, "an\tna", now.plusNanos(1), "\u2028 why {")),
                List.of(new RolloutSteps("run x", "", "5% for 3d", now)));
        assertThat(RolloutStateCodec.decode(RolloutStateCodec.encode(rolloutState)))
                .isEqualTo(rolloutState);
    }
}

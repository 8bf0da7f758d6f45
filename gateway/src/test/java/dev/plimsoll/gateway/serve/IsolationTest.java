package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.NewToken;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.ServeConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.SharingMode;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.serve.TestCaller.EndpointKind;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests callers of one gateway with the same tools and arguments: none sees, uses up, or slows what belongs to another. */
class IsolationTest {

    private static final List<String> NAMES = List.of("ann", "ben", "cem", "dua");
    private static final List<EndpointKind> ENDPOINTS = List.of(EndpointKind.values());
    private static final int THREADS_PER_CALLER = 2;
    private static final int STEPS = 30;
    /** The most stolen cursors per caller, below the limit for guessing. */
    private static final int MAX_STOLEN = 4;

    private static final String UNKNOWN = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlq";
    private static final List<String> FORBIDDEN = List.of(
            "/api/v1/requests",
            "/api/v1/stats",
            "/api/v1/savings",
            "/api/v1/status",
            "/api/v1/config",
            "/api/v1/live",
            "/api/v1/ab",
            "/api/v1/alerts",
            "/metrics");

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, NewToken> tokens =
            NAMES.stream().collect(Collectors.toMap(name -> name, name -> NewToken.from(new Random(name.hashCode()))));
    private MarkingServer server;

    @BeforeEach
    void open() throws Exception {
        server = new MarkingServer();
    }

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    private ServeFixture served(Policy policy) throws Exception {
        List<CallerToken> callers = NAMES.stream()
                .map(name -> new CallerToken(name, token(name).hash(), Tier.READ_WRITE, null))
                .toList();
        AccessConfig accessConfig = new AccessConfig(callers, null, null, null, TrafficConfig.defaults());
        Configuration plain =
                ServeFixture.configuration(folder.resolve("data"), "127.0.0.1:0", Bind.CALLER, accessConfig);
        SharingMode each = new SharingMode(IsolationMode.CALLER, Map.of(), Duration.ofMinutes(10));
        ServeConfig serveConfig = new ServeConfig(
                "127.0.0.1:0", List.of(), false, 100, Duration.ofMinutes(5), 20, each, accessConfig, List.of());
        Configuration wanted = new Configuration(
                plain.servers(),
                plain.preset(),
                Policies.of(policy),
                plain.store(),
                plain.cursor(),
                plain.maxMessageBytes(),
                serveConfig,
                plain.telemetry(),
                plain.logLevel(),
                plain.data());
        return ServeFixture.of(wanted.with(ServerConfig.of("marking", server.address())));
    }

    private NewToken token(String name) {
        return Objects.requireNonNull(tokens.get(name));
    }

    private TestCaller caller(ServeFixture serveFixture, String name) throws Exception {
        return new TestCaller(name, token(name), serveFixture.base(), http);
    }

    private static Policy cachingPolicy() {
        return Policy.defaults().with(Policy.CACHE_TTL, Duration.ofHours(1));
    }

    // --- visibility

    @Test
    void callersSeeNothingOfEachOther() throws Exception {
        try (ServeFixture serveFixture = served(cachingPolicy());
                ExecutorService hands = Executors.newVirtualThreadPerTaskExecutor()) {
            List<TestCaller> callers = new ArrayList<>();
            for (String name : NAMES) {
                callers.add(caller(serveFixture, name));
            }
            Set<String> marks = new HashSet<>();
            callers.forEach(one -> assertThat(one.ownMarks()).isNotEmpty().noneMatch(mark -> !marks.add(mark)));
            Map<String, String> handles = new ConcurrentHashMap<>();
            List<Future<Integer>> walks = new ArrayList<>();
            for (int hand = 0; hand < THREADS_PER_CALLER * NAMES.size(); hand++) {
                TestCaller one = callers.get(hand % NAMES.size());
                SplittableRandom random = new SplittableRandom(hand);
                walks.add(hands.submit(() -> new CallerActions(one, handles, random).run()));
            }
            int stolen = 0;
            for (Future<Integer> walk : walks) {
                stolen += walk.get();
            }
            assertThat(stolen).as("handles of others that were tried").isGreaterThan(THREADS_PER_CALLER * NAMES.size());
            assertThat(serveFixture.log()).doesNotContain("too many wrong cursors");
            tokens.values().forEach(token -> assertThat(serveFixture.log()).doesNotContain(token.text()));
            handles.keySet().forEach(handle -> assertThat(serveFixture.log()).doesNotContain(handle));
        }
    }

    /** The actions of one thread of a caller, concurrent with the others. */
    private record CallerActions(TestCaller caller, Map<String, String> handles, SplittableRandom random) {

        private String checkMarks(String answer) {
            assertThat(caller.ownMarks()).as("marks that %s sees", caller.name).containsAll(TestCaller.marks(answer));
            return answer;
        }

        int run() throws Exception {
            int stolen = 0;
            for (int step = 0; step < STEPS; step++) {
                EndpointKind endpointKind = ENDPOINTS.get(random.nextInt(ENDPOINTS.size()));
                List<String> others = handles.entrySet().stream()
                        .filter(entry -> !entry.getValue().equals(caller.name))
                        .map(Map.Entry::getKey)
                        .toList();
                switch (random.nextInt(6)) {
                    case 0 -> storeHandle(checkMarks(caller.call(endpointKind, "list", "{}")));
                    case 1 -> storeHandle(checkMarks(caller.call(endpointKind, "words", "{}")));
                    case 2 -> storeHandle(checkMarks(caller.resource(endpointKind, "marks://all")));
                    case 3 -> readOwn(endpointKind);
                    case 4 -> {
                        if (stolen < MAX_STOLEN && !others.isEmpty()) {
                            steal(endpointKind, others.get(random.nextInt(others.size())));
                            stolen++;
                        }
                    }
                    default -> readForbidden();
                }
            }
            return stolen;
        }

        private void storeHandle(String answer) {
            String handle = TestCaller.handle(answer);
            if (!handle.isEmpty()) {
                handles.put(handle, caller.name);
            }
        }

        private void readOwn(EndpointKind endpointKind) throws Exception {
            List<String> mine = handles.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(caller.name))
                    .map(Map.Entry::getKey)
                    .toList();
            if (!mine.isEmpty()) {
                String answer = checkMarks(caller.read(endpointKind, mine.get(random.nextInt(mine.size()))));
                assertThat(TestCaller.marks(answer))
                        .as("%s reads on", caller.name)
                        .isNotEmpty();
                storeHandle(answer);
            }
        }

        /** Checks that a stolen handle gets the same answer as an invalid one, byte for byte. */
        private void steal(EndpointKind endpointKind, String handle) throws Exception {
            String unknown = handle.startsWith("plimsoll:") ? "plimsoll://page/" + UNKNOWN : UNKNOWN;
            assertThat(checkMarks(caller.read(endpointKind, handle)))
                    .isEqualTo(caller.read(endpointKind, unknown))
                    .contains("CURSOR_INVALID");
        }

        private void readForbidden() throws Exception {
            String answer = caller.get(FORBIDDEN.get(random.nextInt(FORBIDDEN.size())));
            assertThat(answer).startsWith("403 ").contains("needs the tier admin");
            assertThat(answer).doesNotContain(NAMES).doesNotContain("MARK-");
        }
    }

    @Test
    void cacheIsPerCaller() throws Exception {
        try (ServeFixture serveFixture = served(cachingPolicy())) {
            TestCaller ann = caller(serveFixture, "ann");
            TestCaller ben = caller(serveFixture, "ben");
            assertThat(ann.ownMarks()).isNotEqualTo(ben.ownMarks());
            String first = ann.call(EndpointKind.REST, "words", "{}");
            String foreign = ben.call(EndpointKind.REST, "words", "{}");
            String again = ann.call(EndpointKind.REST, "words", "{}");
            assertThat(again).contains("dev.plimsoll/cache");
            assertThat(first).doesNotContain("dev.plimsoll/cache");
            assertThat(foreign).doesNotContain("dev.plimsoll/cache");
            assertThat(ann.ownMarks()).containsAll(TestCaller.marks(again));
            assertThat(ben.ownMarks()).containsAll(TestCaller.marks(foreign));
        }
    }

    // --- limits

    @Test
    void cursorGuessingDelaysOnlyTheGuesser() throws Exception {
        try (ServeFixture serveFixture = served(Policy.defaults())) {
            TestCaller ann = caller(serveFixture, "ann");
            TestCaller ben = caller(serveFixture, "ben");
            String anns = TestCaller.handle(ann.call(EndpointKind.REST, "list", "{}"));
            String bens = TestCaller.handle(ben.call(EndpointKind.REST, "list", "{}"));
            String told = "";
            for (int i = 0; i < 30 && !told.contains("RATE_LIMITED"); i++) {
                told = ann.read(ENDPOINTS.get(i % ENDPOINTS.size()), UNKNOWN.substring(2) + (10 + i));
                assertThat(told).containsAnyOf("CURSOR_INVALID", "RATE_LIMITED");
            }
            assertThat(told).contains("RATE_LIMITED", "retryAfterSeconds");
            // a caller's own cursor and another's get the same answer now
            assertThat(ann.read(EndpointKind.REST, anns))
                    .contains("RATE_LIMITED")
                    .isEqualTo(ann.read(EndpointKind.REST, bens));
            assertThat(ann.resource(EndpointKind.STATELESS, "plimsoll://page/" + anns))
                    .contains("RATE_LIMITED");
            assertThat(TestCaller.marks(ben.read(EndpointKind.REST, bens))).isNotEmpty();
            assertThat(TestCaller.marks(ann.call(EndpointKind.REST, "words", "{}")))
                    .isNotEmpty();
            assertThat(serveFixture.log())
                    .contains("WARN plimsoll: too many wrong cursors reader=\"token ann\"")
                    .doesNotContain(anns)
                    .doesNotContain(UNKNOWN.substring(2));
        }
    }

    @Test
    void rateLimitIsPerCaller() throws Exception {
        try (ServeFixture serveFixture = served(Policy.defaults().with(Policy.RATE_LIMIT, 5))) {
            TestCaller ann = caller(serveFixture, "ann");
            TestCaller ben = caller(serveFixture, "ben");
            String told = "";
            for (int i = 0; i < 9; i++) {
                told = ann.call(EndpointKind.REST, "list", "{}");
            }
            assertThat(told).contains("RATE_LIMITED");
            for (int i = 0; i < 5; i++) {
                assertThat(ben.call(EndpointKind.REST, "list", "{}")).doesNotContain("RATE_LIMITED");
            }
        }
    }

    @Test
    void sessionBudgetIsPerCaller() throws Exception {
        try (ServeFixture serveFixture = served(Policy.defaults().with(Policy.SESSION_BUDGET, 20_000))) {
            TestCaller ann = caller(serveFixture, "ann");
            String first = ann.call(EndpointKind.REST, "list", "{}");
            int left = remaining(first);
            for (int i = 0; i < 60 && left > 0; i++) {
                left = remaining(ann.call(EndpointKind.REST, "list", "{}"));
            }
            assertThat(left).isZero();
            TestCaller ben = caller(serveFixture, "ben");
            int whole = remaining(first);
            assertThat(remaining(ben.call(EndpointKind.REST, "list", "{}"))).isBetween(whole - 1_000, whole + 1_000);
        }
    }

    private static int remaining(String answer) {
        String after = answer.split("\"sessionRemaining\":", 2)[1];
        return Integer.parseInt(after.replaceFirst("\\D.*", ""));
    }
}

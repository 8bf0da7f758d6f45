package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.ManagementConfig;
import dev.plimsoll.gateway.config.model.ServeConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.SharingConfig;
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

/** Tests that callers of one gateway who use the same tools and arguments see none of each other's data and share no limits. */
class IsolationTest {

    private static final List<String> NAMES = List.of("ann", "ben", "cem", "dua");
    private static final List<EndpointKind> ENDPOINTS = List.of(EndpointKind.values());
    private static final int THREADS_PER_CALLER = 2;
    private static final int STEPS = 30;
    /**
     * The maximum number of cursors of other callers that a thread tries. All threads of a caller together stay below the limit for
     * wrong cursors.
     */
    private static final int MAX_FOREIGN_CURSORS = 4;

    private static final String UNKNOWN_CURSOR = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlq";
    private static final List<String> ADMIN_PATHS = List.of(
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

    private ServeFixture startGateway(Policy policy) throws Exception {
        List<CallerToken> callers = NAMES.stream()
                .map(name -> new CallerToken(name, token(name).hash(), Tier.READ_WRITE, null))
                .toList();
        AccessConfig accessConfig =
                new AccessConfig(callers, null, null, null, TrafficConfig.defaults(), AccessRules.NONE);
        Configuration defaults =
                ServeFixture.configuration(folder.resolve("data"), "127.0.0.1:0", Bind.CALLER, accessConfig);
        SharingConfig callerIsolation = new SharingConfig(IsolationMode.CALLER, Map.of(), Duration.ofMinutes(10));
        ServeConfig serveConfig = new ServeConfig(
                "127.0.0.1:0",
                null,
                List.of(),
                false,
                100,
                Duration.ofMinutes(5),
                20,
                callerIsolation,
                accessConfig,
                List.of(),
                ManagementConfig.defaults());
        Configuration isolated = new Configuration(
                defaults.servers(),
                defaults.preset(),
                Policies.of(policy),
                defaults.store(),
                defaults.cursor(),
                defaults.maxMessageBytes(),
                serveConfig,
                defaults.telemetry(),
                defaults.logLevel(),
                defaults.data());
        return ServeFixture.of(isolated.with(ServerConfig.of("marking", server.address())));
    }

    private NewToken token(String name) {
        return Objects.requireNonNull(tokens.get(name));
    }

    private TestCaller caller(ServeFixture gateway, String name) throws Exception {
        return new TestCaller(name, token(name), gateway.baseUrl(), http);
    }

    private static Policy cachingPolicy() {
        return Policy.defaults().with(Policy.CACHE_TTL, Duration.ofHours(1));
    }

    // --- visibility

    @Test
    void callersSeeNothingOfEachOther() throws Exception {
        try (ServeFixture gateway = startGateway(cachingPolicy());
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<TestCaller> callers = new ArrayList<>();
            for (String name : NAMES) {
                callers.add(caller(gateway, name));
            }
            Set<String> marks = new HashSet<>();
            callers.forEach(caller -> assertThat(caller.ownMarks()).isNotEmpty().noneMatch(mark -> !marks.add(mark)));
            Map<String, String> references = new ConcurrentHashMap<>();
            List<Future<Integer>> actions = new ArrayList<>();
            for (int thread = 0; thread < THREADS_PER_CALLER * NAMES.size(); thread++) {
                TestCaller caller = callers.get(thread % NAMES.size());
                SplittableRandom random = new SplittableRandom(thread);
                actions.add(executor.submit(() -> new CallerActions(caller, references, random).run()));
            }
            int foreignReads = 0;
            for (Future<Integer> threadActions : actions) {
                foreignReads += threadActions.get();
            }
            assertThat(foreignReads)
                    .as("references of other callers that were tried")
                    .isGreaterThan(THREADS_PER_CALLER * NAMES.size());
            assertThat(gateway.log()).doesNotContain("too many wrong cursors");
            tokens.values().forEach(token -> assertThat(gateway.log()).doesNotContain(token.text()));
            references.keySet().forEach(reference -> assertThat(gateway.log()).doesNotContain(reference));
        }
    }

    /** The random actions of one thread of a caller, while other threads and callers do the same. */
    private record CallerActions(TestCaller caller, Map<String, String> references, SplittableRandom random) {

        private String checkMarks(String answer) {
            assertThat(caller.ownMarks()).as("marks that %s sees", caller.name).containsAll(TestCaller.marks(answer));
            return answer;
        }

        /** Runs the actions, and returns the number of references of other callers that it tried. */
        int run() throws Exception {
            int foreignReads = 0;
            for (int step = 0; step < STEPS; step++) {
                EndpointKind endpointKind = ENDPOINTS.get(random.nextInt(ENDPOINTS.size()));
                List<String> foreignReferences = references.entrySet().stream()
                        .filter(entry -> !entry.getValue().equals(caller.name))
                        .map(Map.Entry::getKey)
                        .toList();
                switch (random.nextInt(6)) {
                    case 0 -> storeReference(checkMarks(caller.call(endpointKind, "list", "{}")));
                    case 1 -> storeReference(checkMarks(caller.call(endpointKind, "words", "{}")));
                    case 2 -> storeReference(checkMarks(caller.resource(endpointKind, "marks://all")));
                    case 3 -> readOwn(endpointKind);
                    case 4 -> {
                        if (foreignReads < MAX_FOREIGN_CURSORS && !foreignReferences.isEmpty()) {
                            readForeign(endpointKind, foreignReferences.get(random.nextInt(foreignReferences.size())));
                            foreignReads++;
                        }
                    }
                    default -> readAdminPath();
                }
            }
            return foreignReads;
        }

        private void storeReference(String answer) {
            String reference = TestCaller.reference(answer);
            if (!reference.isEmpty()) {
                references.put(reference, caller.name);
            }
        }

        private void readOwn(EndpointKind endpointKind) throws Exception {
            List<String> ownReferences = references.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(caller.name))
                    .map(Map.Entry::getKey)
                    .toList();
            if (!ownReferences.isEmpty()) {
                String answer =
                        checkMarks(caller.read(endpointKind, ownReferences.get(random.nextInt(ownReferences.size()))));
                assertThat(TestCaller.marks(answer))
                        .as("marks in a follow-up read of %s", caller.name)
                        .isNotEmpty();
                storeReference(answer);
            }
        }

        /** Checks that a reference of another caller gets exactly the same answer as an unknown reference. */
        private void readForeign(EndpointKind endpointKind, String reference) throws Exception {
            String unknown = reference.startsWith("plimsoll:") ? "plimsoll://page/" + UNKNOWN_CURSOR : UNKNOWN_CURSOR;
            assertThat(checkMarks(caller.read(endpointKind, reference)))
                    .isEqualTo(caller.read(endpointKind, unknown))
                    .contains("CURSOR_INVALID");
        }

        private void readAdminPath() throws Exception {
            String answer = caller.get(ADMIN_PATHS.get(random.nextInt(ADMIN_PATHS.size())));
            assertThat(answer).startsWith("403 ").contains("needs the tier admin");
            assertThat(answer).doesNotContain(NAMES).doesNotContain("MARK-");
        }
    }

    @Test
    void cacheIsPerCaller() throws Exception {
        try (ServeFixture gateway = startGateway(cachingPolicy())) {
            TestCaller ann = caller(gateway, "ann");
            TestCaller ben = caller(gateway, "ben");
            assertThat(ann.ownMarks()).isNotEqualTo(ben.ownMarks());
            String first = ann.call(EndpointKind.REST, "words", "{}");
            String bensAnswer = ben.call(EndpointKind.REST, "words", "{}");
            String secondAnswer = ann.call(EndpointKind.REST, "words", "{}");
            assertThat(secondAnswer).contains("dev.plimsoll/cache");
            assertThat(first).doesNotContain("dev.plimsoll/cache");
            assertThat(bensAnswer).doesNotContain("dev.plimsoll/cache");
            assertThat(ann.ownMarks()).containsAll(TestCaller.marks(secondAnswer));
            assertThat(ben.ownMarks()).containsAll(TestCaller.marks(bensAnswer));
        }
    }

    // --- limits

    @Test
    void cursorGuessingDelaysOnlyTheGuesser() throws Exception {
        try (ServeFixture gateway = startGateway(Policy.defaults())) {
            TestCaller ann = caller(gateway, "ann");
            TestCaller ben = caller(gateway, "ben");
            String annsCursor = TestCaller.reference(ann.call(EndpointKind.REST, "list", "{}"));
            String bensCursor = TestCaller.reference(ben.call(EndpointKind.REST, "list", "{}"));
            String answer = "";
            for (int i = 0; i < 30 && !answer.contains("RATE_LIMITED"); i++) {
                answer = ann.read(ENDPOINTS.get(i % ENDPOINTS.size()), UNKNOWN_CURSOR.substring(2) + (10 + i));
                assertThat(answer).containsAnyOf("CURSOR_INVALID", "RATE_LIMITED");
            }
            assertThat(answer).contains("RATE_LIMITED", "retryAfterSeconds");
            // another caller's cursor is refused like an invented one, and the caller's own cursor works
            assertThat(ann.read(EndpointKind.REST, bensCursor)).contains("RATE_LIMITED");
            assertThat(ann.resource(EndpointKind.STATELESS, "plimsoll://page/" + bensCursor))
                    .contains("RATE_LIMITED");
            assertThat(TestCaller.marks(ann.read(EndpointKind.REST, annsCursor)))
                    .isNotEmpty();
            assertThat(TestCaller.marks(ben.read(EndpointKind.REST, bensCursor)))
                    .isNotEmpty();
            assertThat(TestCaller.marks(ann.call(EndpointKind.REST, "words", "{}")))
                    .isNotEmpty();
            assertThat(gateway.log())
                    .contains("WARN plimsoll: too many wrong cursors reader=\"token ann\"")
                    .doesNotContain(annsCursor)
                    .doesNotContain(UNKNOWN_CURSOR.substring(2));
        }
    }

    @Test
    void rateLimitIsPerCaller() throws Exception {
        try (ServeFixture gateway = startGateway(Policy.defaults().with(Policy.RATE_LIMIT, 5))) {
            TestCaller ann = caller(gateway, "ann");
            TestCaller ben = caller(gateway, "ben");
            String answer = "";
            for (int i = 0; i < 9; i++) {
                answer = ann.call(EndpointKind.REST, "list", "{}");
            }
            assertThat(answer).contains("RATE_LIMITED");
            for (int i = 0; i < 5; i++) {
                assertThat(ben.call(EndpointKind.REST, "list", "{}")).doesNotContain("RATE_LIMITED");
            }
        }
    }

    @Test
    void sessionBudgetIsPerCaller() throws Exception {
        try (ServeFixture gateway = startGateway(Policy.defaults().with(Policy.SESSION_BUDGET, 20_000))) {
            TestCaller ann = caller(gateway, "ann");
            String first = ann.call(EndpointKind.REST, "list", "{}");
            int remainingTokens = remaining(first);
            for (int i = 0; i < 60 && remainingTokens > 0; i++) {
                remainingTokens = remaining(ann.call(EndpointKind.REST, "list", "{}"));
            }
            assertThat(remainingTokens).isZero();
            TestCaller ben = caller(gateway, "ben");
            int remainingAfterFirst = remaining(first);
            assertThat(remaining(ben.call(EndpointKind.REST, "list", "{}")))
                    .isBetween(remainingAfterFirst - 1_000, remainingAfterFirst + 1_000);
        }
    }

    private static int remaining(String answer) {
        String after = answer.split("\"sessionRemaining\":", 2)[1];
        return Integer.parseInt(after.replaceFirst("\\D.*", ""));
    }
}

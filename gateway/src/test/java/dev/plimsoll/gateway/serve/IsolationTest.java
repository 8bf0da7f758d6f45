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
import dev.plimsoll.gateway.serve.Peeking.Door;
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
    private static final List<Door> DOORS = List.of(Door.values());
    private static final int HANDS = 2;
    private static final int STEPS = 30;
    /** The most stolen cursors per caller, below the limit for guessing. */
    private static final int MOST_STOLEN = 4;

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

    private Served served(Policy policy) throws Exception {
        List<CallerToken> callers = NAMES.stream()
                .map(name -> new CallerToken(name, token(name).hash(), Tier.READ_WRITE, null))
                .toList();
        AccessConfig accessConfig = new AccessConfig(callers, null, null, null, TrafficConfig.defaults());
        Configuration plain = Served.configuration(folder.resolve("data"), "127.0.0.1:0", Bind.CALLER, accessConfig);
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
        return Served.of(wanted.with(ServerConfig.of("marking", server.address())));
    }

    private NewToken token(String name) {
        return Objects.requireNonNull(tokens.get(name));
    }

    private Peeking caller(Served served, String name) throws Exception {
        return new Peeking(name, token(name), served.base(), http);
    }

    private static Policy cached() {
        return Policy.defaults().with(Policy.CACHE_TTL, Duration.ofHours(1));
    }

    // --- visibility

    @Test
    void callersSeeNothingOfEachOther() throws Exception {
        try (Served served = served(cached());
                ExecutorService hands = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Peeking> callers = new ArrayList<>();
            for (String name : NAMES) {
                callers.add(caller(served, name));
            }
            Set<String> marks = new HashSet<>();
            callers.forEach(one -> assertThat(one.own()).isNotEmpty().noneMatch(mark -> !marks.add(mark)));
            Map<String, String> handles = new ConcurrentHashMap<>();
            List<Future<Integer>> walks = new ArrayList<>();
            for (int hand = 0; hand < HANDS * NAMES.size(); hand++) {
                Peeking one = callers.get(hand % NAMES.size());
                SplittableRandom random = new SplittableRandom(hand);
                walks.add(hands.submit(() -> new Walk(one, handles, random).run()));
            }
            int stolen = 0;
            for (Future<Integer> walk : walks) {
                stolen += walk.get();
            }
            assertThat(stolen).as("handles of others that were tried").isGreaterThan(HANDS * NAMES.size());
            assertThat(served.said()).doesNotContain("too many wrong cursors");
            tokens.values().forEach(token -> assertThat(served.said()).doesNotContain(token.text()));
            handles.keySet().forEach(handle -> assertThat(served.said()).doesNotContain(handle));
        }
    }

    /** The actions of one thread of a caller, concurrent with the others. */
    private record Walk(Peeking self, Map<String, String> handles, SplittableRandom random) {

        private String seen(String answer) {
            assertThat(self.own()).as("marks that %s sees", self.name).containsAll(Peeking.marks(answer));
            return answer;
        }

        int run() throws Exception {
            int stolen = 0;
            for (int step = 0; step < STEPS; step++) {
                Door door = DOORS.get(random.nextInt(DOORS.size()));
                List<String> others = handles.entrySet().stream()
                        .filter(entry -> !entry.getValue().equals(self.name))
                        .map(Map.Entry::getKey)
                        .toList();
                switch (random.nextInt(6)) {
                    case 0 -> keep(seen(self.call(door, "list", "{}")));
                    case 1 -> keep(seen(self.call(door, "words", "{}")));
                    case 2 -> keep(seen(self.resource(door, "marks://all")));
                    case 3 -> own(door);
                    case 4 -> {
                        if (stolen < MOST_STOLEN && !others.isEmpty()) {
                            steal(door, others.get(random.nextInt(others.size())));
                            stolen++;
                        }
                    }
                    default -> peek();
                }
            }
            return stolen;
        }

        private void keep(String answer) {
            String handle = Peeking.handle(answer);
            if (!handle.isEmpty()) {
                handles.put(handle, self.name);
            }
        }

        private void own(Door door) throws Exception {
            List<String> mine = handles.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(self.name))
                    .map(Map.Entry::getKey)
                    .toList();
            if (!mine.isEmpty()) {
                String answer = seen(self.read(door, mine.get(random.nextInt(mine.size()))));
                assertThat(Peeking.marks(answer)).as("%s reads on", self.name).isNotEmpty();
                keep(answer);
            }
        }

        /** Checks that a stolen handle gets the same answer as an invalid one, byte for byte. */
        private void steal(Door door, String handle) throws Exception {
            String unknown = handle.startsWith("plimsoll:") ? "plimsoll://page/" + UNKNOWN : UNKNOWN;
            assertThat(seen(self.read(door, handle)))
                    .isEqualTo(self.read(door, unknown))
                    .contains("CURSOR_INVALID");
        }

        private void peek() throws Exception {
            String answer = self.get(FORBIDDEN.get(random.nextInt(FORBIDDEN.size())));
            assertThat(answer).startsWith("403 ").contains("needs the tier admin");
            assertThat(answer).doesNotContain(NAMES).doesNotContain("MARK-");
        }
    }

    @Test
    void cacheIsPerCaller() throws Exception {
        try (Served served = served(cached())) {
            Peeking ann = caller(served, "ann");
            Peeking ben = caller(served, "ben");
            assertThat(ann.own()).isNotEqualTo(ben.own());
            String first = ann.call(Door.PLAIN, "words", "{}");
            String foreign = ben.call(Door.PLAIN, "words", "{}");
            String again = ann.call(Door.PLAIN, "words", "{}");
            assertThat(again).contains("dev.plimsoll/cache");
            assertThat(first).doesNotContain("dev.plimsoll/cache");
            assertThat(foreign).doesNotContain("dev.plimsoll/cache");
            assertThat(ann.own()).containsAll(Peeking.marks(again));
            assertThat(ben.own()).containsAll(Peeking.marks(foreign));
        }
    }

    // --- limits

    @Test
    void cursorGuessingDelaysOnlyTheGuesser() throws Exception {
        try (Served served = served(Policy.defaults())) {
            Peeking ann = caller(served, "ann");
            Peeking ben = caller(served, "ben");
            String anns = Peeking.handle(ann.call(Door.PLAIN, "list", "{}"));
            String bens = Peeking.handle(ben.call(Door.PLAIN, "list", "{}"));
            String told = "";
            for (int i = 0; i < 30 && !told.contains("RATE_LIMITED"); i++) {
                told = ann.read(DOORS.get(i % DOORS.size()), UNKNOWN.substring(2) + (10 + i));
                assertThat(told).containsAnyOf("CURSOR_INVALID", "RATE_LIMITED");
            }
            assertThat(told).contains("RATE_LIMITED", "retryAfterSeconds");
            // a caller's own cursor and another's get the same answer now
            assertThat(ann.read(Door.PLAIN, anns)).contains("RATE_LIMITED").isEqualTo(ann.read(Door.PLAIN, bens));
            assertThat(ann.resource(Door.ALONE, "plimsoll://page/" + anns)).contains("RATE_LIMITED");
            assertThat(Peeking.marks(ben.read(Door.PLAIN, bens))).isNotEmpty();
            assertThat(Peeking.marks(ann.call(Door.PLAIN, "words", "{}"))).isNotEmpty();
            assertThat(served.said())
                    .contains("WARN plimsoll: too many wrong cursors reader=\"token ann\"")
                    .doesNotContain(anns)
                    .doesNotContain(UNKNOWN.substring(2));
        }
    }

    @Test
    void rateLimitIsPerCaller() throws Exception {
        try (Served served = served(Policy.defaults().with(Policy.RATE_LIMIT, 5))) {
            Peeking ann = caller(served, "ann");
            Peeking ben = caller(served, "ben");
            String told = "";
            for (int i = 0; i < 9; i++) {
                told = ann.call(Door.PLAIN, "list", "{}");
            }
            assertThat(told).contains("RATE_LIMITED");
            for (int i = 0; i < 5; i++) {
                assertThat(ben.call(Door.PLAIN, "list", "{}")).doesNotContain("RATE_LIMITED");
            }
        }
    }

    @Test
    void sessionBudgetIsPerCaller() throws Exception {
        try (Served served = served(Policy.defaults().with(Policy.SESSION_BUDGET, 20_000))) {
            Peeking ann = caller(served, "ann");
            String first = ann.call(Door.PLAIN, "list", "{}");
            int left = remaining(first);
            for (int i = 0; i < 60 && left > 0; i++) {
                left = remaining(ann.call(Door.PLAIN, "list", "{}"));
            }
            assertThat(left).isZero();
            Peeking ben = caller(served, "ben");
            int whole = remaining(first);
            assertThat(remaining(ben.call(Door.PLAIN, "list", "{}"))).isBetween(whole - 1_000, whole + 1_000);
        }
    }

    private static int remaining(String answer) {
        String after = answer.split("\"sessionRemaining\":", 2)[1];
        return Integer.parseInt(after.replaceFirst("\\D.*", ""));
    }
}

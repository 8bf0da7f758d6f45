package dev.plimsoll.bench.answers.program;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Data of an issue tracker with verbose records, generated from a fixed seed: issues, their comments, users, and
 * files.
 */
public final class Tracker {

    static final List<String> TEAMS = List.of("billing", "search", "identity", "mobile", "platform");
    private static final List<String> ROLES = List.of("engineer", "designer", "support", "manager");
    private static final List<String> LOCATIONS = List.of("Lagos", "Zürich", "東京", "São Paulo", "Montréal");
    private static final List<String> LABELS =
            List.of("regression", "bug", "feature", "docs", "security", "performance");
    private static final List<String> WORDS = List.of(
            ("the cursor of a page expires while its export runs and the retry reads an older index so that totals differ"
                            + " between views")
                    .split(" "));
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int ISSUES = 600;

    private final Random random = new Random(38);
    private final List<JsonNode> users = new ArrayList<>();
    private final List<JsonNode> issues = new ArrayList<>();
    private final Map<Integer, List<JsonNode>> comments = new LinkedHashMap<>();
    private final Map<String, String> files = new LinkedHashMap<>();

    /** Creates the data. */
    public Tracker() {
        IntStream.rangeClosed(1, 40).forEach(this::addUser);
        IntStream.rangeClosed(1, ISSUES).forEach(this::addIssue);
        addServices();
        addBudgets();
        IntStream.rangeClosed(1, 12).forEach(this::addRunbook);
        addLog();
    }

    public List<JsonNode> users() {
        return users;
    }

    public List<JsonNode> issues() {
        return issues;
    }

    /** Returns the comments of an issue, oldest first. */
    public List<JsonNode> comments(int issue) {
        return comments.getOrDefault(issue, List.of());
    }

    /** Returns the text of each file by its path. */
    Map<String, String> files() {
        return files;
    }

    private void addUser(int number) {
        ObjectNode user = JsonMapper.shared().createObjectNode();
        user.put("login", "user%02d".formatted(number));
        user.put(
                "name",
                pick(List.of("Ada", "Kofi", "Mei", "José", "Zoë")) + " " + pick(List.of("Okafor", "佐藤", "Costa")));
        user.put("team", pick(TEAMS)).put("role", pick(ROLES)).put("location", pick(LOCATIONS));
        user.put("email", "user" + number + "@tracker.example").put("created_at", randomTime(number - 400));
        users.add(user.put("site_admin", number == 1));
    }

    private void addIssue(int number) {
        int day = random.nextInt(300);
        List<JsonNode> issueComments = new ArrayList<>();
        for (int i = random.nextInt(10); i > 0; i--) {
            ObjectNode comment = JsonMapper.shared().createObjectNode();
            comment.put("id", number * 100 + i).put("issue", number).put("author", randomLogin());
            comment.put("at", randomTime(day + i + random.nextInt(20)))
                    .put("body", randomWords(8 + random.nextInt(60)));
            comment.putObject("reactions").put("thumbs_up", random.nextInt(5)).put("heart", random.nextInt(3));
            issueComments.add(comment);
        }
        issueComments.sort(Comparator.comparing(comment -> comment.path("at").asString()));
        comments.put(number, issueComments);
        ObjectNode issue = JsonMapper.shared().createObjectNode();
        issue.put("number", number)
                .put("title", randomWords(6))
                .put("state", random.nextInt(5) < 2 ? "open" : "closed");
        ArrayNode labels = issue.putArray("labels");
        LABELS.stream().filter(label -> random.nextInt(4) == 0).forEach(labels::add);
        issue.put("author", randomLogin()).put("assignee", random.nextInt(3) == 0 ? randomLogin() : null);
        issue.put("milestone", random.nextInt(4) == 0 ? null : "2026." + (1 + random.nextInt(3)));
        issue.put("created_at", randomTime(day))
                .put("updated_at", randomTime(day + 20))
                .put("comments", issueComments.size());
        ObjectNode reactions = issue.putObject("reactions").put("thumbs_up", random.nextInt(40));
        reactions.put("thumbs_down", random.nextInt(4)).put("heart", random.nextInt(9));
        issue.put("body", randomWords(30 + random.nextInt(60)));
        issues.add(issue.put("url", "https://tracker.example/issues/" + number));
    }

    private void addServices() {
        ObjectNode services = JsonMapper.shared().createObjectNode();
        for (int i = 1; i <= 30; i++) {
            ObjectNode service =
                    services.putObject(pick(TEAMS) + "-" + pick(List.of("api", "worker", "web")) + "-" + i);
            service.put("owner", random.nextInt(7) == 0 ? "former" + i : randomLogin());
            service.put("replicas", 1 + random.nextInt(9));
            ArrayNode regions = service.putArray("regions");
            LOCATIONS.stream().filter(place -> random.nextInt(5) < 2).forEach(regions::add);
            service.putObject("limits").put("memory", 256 * (1 + random.nextInt(16)) + "Mi");
        }
        files.put("config/services.json", services.toPrettyString() + "\n");
    }

    private void addBudgets() {
        StringBuilder rows = new StringBuilder("team,quarter,amount,approved_by\n");
        for (String team : TEAMS) {
            for (int quarter = 1; quarter <= 4; quarter++) {
                rows.append(
                        "%s,2026-Q%d,%d,%s\n".formatted(team, quarter, 10_000 + random.nextInt(90_000), randomLogin()));
            }
        }
        files.put("data/budgets.csv", rows.toString());
    }

    private void addRunbook(int number) {
        String references = "See #" + (1 + random.nextInt(ISSUES)) + " and #" + (1 + random.nextInt(ISSUES)) + ".";
        files.put(
                "docs/runbook-" + number + ".md",
                String.join("\n\n", "# Runbook " + number, randomWords(120), references, randomWords(80)) + "\n");
    }

    private void addLog() {
        List<String> services = List.copyOf(
                JsonMapper.shared().readTree(files.get("config/services.json")).propertyNames());
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 900; i++) {
            lines.append(START.plus(i, ChronoUnit.MINUTES)).append(random.nextInt(16) == 0 ? " ERROR [" : " INFO [");
            lines.append(pick(services)).append("] ").append(randomWords(8)).append('\n');
        }
        files.put("logs/deploy.log", lines.toString());
    }

    private String randomTime(int day) {
        return START.plus(day, ChronoUnit.DAYS)
                .plus(random.nextInt(1440), ChronoUnit.MINUTES)
                .toString();
    }

    private String randomLogin() {
        return pick(users).path("login").asString();
    }

    private String randomWords(int count) {
        return String.join(
                " ", IntStream.range(0, count).mapToObj(i -> pick(WORDS)).toList());
    }

    /** Returns one of the values, chosen at random. */
    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}

package dev.plimsoll.bench.answers.program;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Twelve questions about the tracker. The right answers are computed from the data of the tracker, without its tools
 * and without the engine.
 */
final class TrackerTasks {

    private final Tracker tracker = new Tracker();
    private final Map<String, String> teamByLogin = fieldByLogin("team");

    private TrackerTasks() {}

    static List<ProgramTask> all() {
        TrackerTasks tasks = new TrackerTasks();
        return List.of(
                tasks.regressionComments(),
                tasks.labelsOfOpenIssues(),
                tasks.longestSilence(),
                tasks.usersWithoutIssue(),
                tasks.meanComments(),
                tasks.budgetOfBusiestTeam(),
                tasks.servicesWithoutOwner(),
                tasks.securityIssuesWithOwnLastComment(),
                tasks.thumbsUpOfIssuesFromLagos(),
                tasks.runbooksWithOnlyClosedIssues(),
                tasks.longestComment(),
                tasks.platformErrorsAndComments());
    }

    private ProgramTask regressionComments() {
        return createTask(
                "For each team, how many comments on issues labelled regression did its members write?",
                countKeys(issuesWithLabel("regression")
                        .flatMap(this::comments)
                        .map(comment -> teamOf(comment, "author"))),
                "(call(\"list_users\") | map({(.login): .team}) | add) as $t | [pages(\"list_issues\"; {label: \"regression\"})"
                        + ".issues[] | call(\"list_comments\"; {issue: .number})[]] | count_by($t[.author])");
    }

    private ProgramTask labelsOfOpenIssues() {
        return createTask(
                "How many open issues has each label?",
                countKeys(openIssues()
                        .flatMap(issue -> issue.path("labels").valueStream())
                        .map(JsonNode::asString)),
                "[pages(\"list_issues\"; {state: \"open\"}).issues[].labels[]] | count_by(.)");
    }

    private ProgramTask longestSilence() {
        List<Integer> numbers = openIssues()
                .filter(issue -> hasValue(issue, "milestone", "2026.1"))
                .filter(issue -> comments(issue).findAny().isPresent())
                .sorted(Comparator.comparing(
                        issue -> lastComment(issue).path("at").asString()))
                .limit(5)
                .map(issue -> issue.path("number").asInt())
                .toList();
        return createTask(
                "Which five open issues of milestone 2026.1 that have comments had no comment for the longest time?",
                numbers,
                "[pages(\"list_issues\"; {state: \"open\"}).issues[] | select(.milestone == \"2026.1\" and .comments > 0)"
                        + " | {number, at: (call(\"list_comments\"; {issue: .number}) | last.at)}] | sort_by(.at)[:5]"
                        + " | map(.number)");
    }

    private ProgramTask usersWithoutIssue() {
        Set<String> assignees =
                openIssues().map(issue -> issue.path("assignee").asString("")).collect(Collectors.toSet());
        return createTask(
                "How many users have no open issue assigned to them?",
                logins().filter(login -> !assignees.contains(login)).count(),
                "[pages(\"list_issues\"; {state: \"open\"}).issues[].assignee] as $a | call(\"list_users\") | map(.login) - $a"
                        + " | length");
    }

    private ProgramTask meanComments() {
        double mean = tracker.issues().stream()
                .filter(issue -> hasValue(issue, "state", "closed") && hasValue(issue, "milestone", "2026.2"))
                .mapToInt(issue -> issue.path("comments").asInt())
                .average()
                .orElseThrow();
        return createTask(
                "What is the mean number of comments of the closed issues of milestone 2026.2, with two decimals?",
                Math.round(mean * 100) / 100.0,
                "[pages(\"list_issues\"; {state: \"closed\"}).issues[] | select(.milestone == \"2026.2\").comments]"
                        + " | add / length * 100 | round / 100");
    }

    private ProgramTask budgetOfBusiestTeam() {
        Map<String, Long> openIssuesByTeam = countKeys(openIssues().map(issue -> teamOf(issue, "author")));
        String busiestTeam = Collections.max(openIssuesByTeam.entrySet(), Map.Entry.comparingByValue())
                .getKey();
        long budget = fileText("data/budgets.csv")
                .lines()
                .map(row -> row.split(","))
                .filter(row -> row[0].equals(busiestTeam))
                .mapToLong(row -> Long.parseLong(row[2]))
                .sum();
        return createTask(
                "What is the budget of 2026 of the team whose members wrote the most open issues?",
                budget,
                "(call(\"list_users\") | map({(.login): .team}) | add) as $t | ([pages(\"list_issues\"; {state: \"open\"})"
                        + ".issues[]] | count_by($t[.author]) | to_entries | max_by(.value).key) as $m"
                        + " | call(\"read_file\"; {path: \"data/budgets.csv\"}) | map(select(.team == $m).amount) | add");
    }

    private ProgramTask servicesWithoutOwner() {
        List<String> serviceNames = JsonMapper.shared().readTree(fileText("config/services.json")).properties().stream()
                .filter(service -> !teamByLogin.containsKey(
                        service.getValue().path("owner").asString()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return createTask(
                "Which services have an owner who is no user? Their names, sorted.",
                serviceNames,
                "(call(\"list_users\") | map(.login)) as $u | call(\"read_file\"; {path: \"config/services.json\"})"
                        + " | to_entries | map(select(.value.owner | IN($u[]) | not).key) | sort");
    }

    private ProgramTask securityIssuesWithOwnLastComment() {
        long count = issuesWithLabel("security")
                .filter(issue -> comments(issue).findAny().isPresent())
                .filter(issue -> Stream.of("author", "assignee")
                        .anyMatch(role -> hasValue(
                                issue, role, lastComment(issue).path("author").asString())))
                .count();
        return createTask(
                "How many security issues have a last comment by their own author or assignee?",
                count,
                "[pages(\"list_issues\"; {label: \"security\"}).issues[] | select(.comments > 0)"
                        + " | (call(\"list_comments\"; {issue: .number}) | last.author) as $l"
                        + " | select([.author, .assignee] | index($l))] | length");
    }

    private ProgramTask thumbsUpOfIssuesFromLagos() {
        Map<String, String> locations = fieldByLogin("location");
        return createTask(
                "How many thumbs up do the issues have in all that users in Lagos wrote?",
                tracker.issues().stream()
                        .filter(issue -> "Lagos"
                                .equals(locations.get(issue.path("author").asString())))
                        .mapToInt(issue -> issue.at("/reactions/thumbs_up").asInt())
                        .sum(),
                "(call(\"list_users\") | map(select(.location == \"Lagos\").login)) as $l | [pages(\"list_issues\"; {}).issues[]"
                        + " | select(.author | IN($l[])).reactions.thumbs_up] | add");
    }

    private ProgramTask runbooksWithOnlyClosedIssues() {
        List<String> paths = tracker.files().keySet().stream()
                .filter(path -> path.startsWith("docs/"))
                .filter(path -> Pattern.compile("#([0-9]+)")
                        .matcher(fileText(path))
                        .results()
                        .map(match -> tracker.issues().get(Integer.parseInt(match.group(1)) - 1))
                        .allMatch(issue -> hasValue(issue, "state", "closed")))
                .sorted()
                .toList();
        return createTask(
                "Which runbooks mention only closed issues? Their paths, sorted.",
                paths,
                "[pages(\"list_issues\"; {state: \"open\"}).issues[].number] as $o | call(\"list_files\")"
                        + " | map(select(startswith(\"docs/\")) | {p: ., n: [text(\"read_file\"; {path: .})"
                        + " | scan(\"#([0-9]+)\")[] | tonumber]} | select(.n - $o == .n).p) | sort");
    }

    private ProgramTask longestComment() {
        return createTask(
                "What is the id of the longest comment on performance issues of milestone 2026.3?",
                issuesWithLabel("performance")
                        .filter(issue -> hasValue(issue, "milestone", "2026.3"))
                        .flatMap(this::comments)
                        .max(Comparator.comparingInt(
                                comment -> comment.path("body").asString().length()))
                        .orElseThrow()
                        .path("id")
                        .asInt(),
                "[pages(\"list_issues\"; {label: \"performance\"}).issues[] | select(.milestone == \"2026.3\")"
                        + " | call(\"list_comments\"; {issue: .number})[]] | max_by(.body | length).id");
    }

    private ProgramTask platformErrorsAndComments() {
        Map<String, String> roles = fieldByLogin("role");
        Map<String, Long> truth = new TreeMap<>();
        truth.put(
                "errors",
                fileText("logs/deploy.log")
                        .lines()
                        .filter(line -> line.contains(" ERROR [platform-"))
                        .count());
        truth.put(
                "comments",
                issuesWithLabel("docs")
                        .flatMap(this::comments)
                        .filter(comment -> "platform".equals(teamOf(comment, "author"))
                                && "manager"
                                        .equals(roles.get(comment.path("author").asString())))
                        .count());
        return createTask(
                "How many errors does the log have for services of the team platform, and how many comments did its managers"
                        + " write on issues labelled docs?",
                truth,
                "(call(\"list_users\") | map(select(.team == \"platform\" and .role == \"manager\").login)) as $m"
                        + " | {errors: ([text(\"read_file\"; {path: \"logs/deploy.log\"}) | scan(\" ERROR \\\\[platform-\")]"
                        + " | length), comments: ([pages(\"list_issues\"; {label: \"docs\"}).issues[]"
                        + " | call(\"list_comments\"; {issue: .number})[] | select(.author | IN($m[]))] | length)}");
    }

    private static ProgramTask createTask(String question, Object truth, String program) {
        return new ProgramTask(
                question, JsonMapper.shared().readTree(JsonMapper.shared().writeValueAsString(truth)), program);
    }

    private static Map<String, Long> countKeys(Stream<String> keys) {
        return keys.collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }

    private Stream<JsonNode> openIssues() {
        return tracker.issues().stream().filter(issue -> hasValue(issue, "state", "open"));
    }

    private Stream<JsonNode> issuesWithLabel(String label) {
        return tracker.issues().stream()
                .filter(issue -> issue.path("labels")
                        .valueStream()
                        .anyMatch(issueLabel -> issueLabel.asString().equals(label)));
    }

    private Stream<JsonNode> comments(JsonNode issue) {
        return tracker.comments(issue.path("number").asInt()).stream();
    }

    private JsonNode lastComment(JsonNode issue) {
        return comments(issue).reduce((before, after) -> after).orElseThrow();
    }

    private Stream<String> logins() {
        return teamByLogin.keySet().stream();
    }

    private String fileText(String path) {
        return Objects.requireNonNull(tracker.files().get(path));
    }

    private String teamOf(JsonNode record, String field) {
        return teamByLogin.getOrDefault(record.path(field).asString(), "");
    }

    private Map<String, String> fieldByLogin(String field) {
        return tracker.users().stream()
                .collect(Collectors.toMap(
                        user -> user.path("login").asString(),
                        user -> user.path(field).asString()));
    }

    private static boolean hasValue(JsonNode record, String field, String value) {
        return record.path(field).asString("").equals(value);
    }
}

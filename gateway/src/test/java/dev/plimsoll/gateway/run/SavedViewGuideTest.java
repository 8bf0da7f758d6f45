package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.tokens.Estimator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests that the conversation in the guide for saved views takes place as written, with a real server. */
@NullMarked
class SavedViewGuideTest {

    private static final Path GUIDE = Path.of("../docs/guides/saved.md");
    private static final Pattern BLOCK = Pattern.compile("```(json|text)\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\\":]+([A-Za-z0-9_-]{48})");

    @TempDir
    Path folder;

    /** A call in the guide, and the answer that follows; empty if the guide shows none. */
    private record Step(JsonNode call, String answer) {}

    private static List<Step> steps(String guide) {
        List<Step> steps = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(guide);
        while (blocks.find()) {
            if (blocks.group(1).equals("json")) {
                steps.add(new Step(SavedViewRunClient.JSON.readTree(blocks.group(2)), ""));
            } else {
                steps.set(steps.size() - 1, new Step(steps.getLast().call(), blocks.group(2)));
            }
        }
        return steps;
    }

    private static void writeIssues(SavedViewRunClient run) throws Exception {
        StringBuilder issues = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            ObjectNode issue =
                    SavedViewRunClient.JSON.createObjectNode().put("id", i).put("title", "Issue " + i);
            issue.put("state", i % 100 == 0 ? "open" : "closed").put("body", "text ".repeat(8));
            issues.append(i == 0 ? "[" : ",").append(issue);
        }
        run.writeText(issues.append("]").toString());
    }

    @Test
    void conversationTakesPlaceAndSavesTheMeasuredTokens() throws Exception {
        String guide = Files.readString(GUIDE);
        List<Step> steps = steps(guide);
        assertThat(steps).hasSize(4);
        String cursor = "";
        int[] tokens = new int[steps.size()];
        int queryTokens = 0;
        long saveArgumentTokens;
        try (SavedViewRunClient run =
                SavedViewRunClient.start(folder, "tools: { main/read_text_file: { saved: true } }\n")) {
            run.initialize();
            JsonNode properties = run.request("tools/list", "{}")
                    .at("/result/tools")
                    .valueStream()
                    .filter(tool -> tool.get("name").asString().equals("plimsoll_read"))
                    .findFirst()
                    .orElseThrow()
                    .at("/inputSchema/properties");
            saveArgumentTokens = Estimator.BPE.decidingCounter().count(Slice.of(",\"save\":" + properties.get("save")));
            writeIssues(run);
            for (int i = 0; i < steps.size(); i++) {
                ObjectNode call = (ObjectNode) steps.get(i).call().deepCopy();
                ObjectNode arguments = (ObjectNode) call.get("arguments");
                if (arguments.path("cursor").asString("").equals("CURSOR")) {
                    arguments.put("cursor", cursor);
                    queryTokens = tokens(queryWithoutSaving(run, arguments));
                }
                JsonNode result = run.request("tools/call", call.toString()).get("result");
                tokens[i] = tokens(result);
                Matcher next = CURSOR.matcher(result.toString());
                cursor = next.find() ? next.group(1) : cursor;
                assertThat(SavedViewRunClient.text(result))
                        .contains(steps.get(i).answer());
            }
        }
        assertThat(guide)
                .contains(
                        "adds " + saveArgumentTokens + " tokens to the entry",
                        "| call of the tool and query of the result, without a view | "
                                + number(tokens[0] + queryTokens) + " |",
                        "| read of the view | " + number(tokens[2]) + " |");
    }

    private static JsonNode queryWithoutSaving(SavedViewRunClient run, ObjectNode arguments) throws Exception {
        ObjectNode argumentsWithoutSave = arguments.deepCopy();
        argumentsWithoutSave.remove("save");
        return run.call("plimsoll_read", argumentsWithoutSave.toString());
    }

    private static int tokens(JsonNode result) {
        return result.at("/_meta/dev.plimsoll~1budget/estimatedTokens").asInt();
    }

    private static String number(int tokens) {
        return String.format(Locale.ROOT, "%,d", tokens);
    }
}

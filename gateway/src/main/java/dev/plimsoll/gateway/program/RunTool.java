package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.stored.StoredQueries;
import dev.plimsoll.stored.StoredText;
import java.util.List;

/**
 * Writes the entries of {@code plimsoll_run} and of exposed stored programs for listings. Their texts are short,
 * because the entries cost tokens in every conversation.
 */
final class RunTool {

    static final String NAME = "plimsoll_run";

    /** Name of Plimsoll's own server, which has this tool. */
    static final String SERVER = ToolOwner.PLIMSOLL;

    private RunTool() {}

    /**
     * Returns the entry of the tool.
     *
     * @param maxCalls the most calls that a program may make
     * @param canWrite whether a rule allows programs to call tools that may change something
     * @param storedPrograms the stored programs, which the entry lists
     */
    static Slice entry(int maxCalls, boolean canWrite, StoredQueries storedPrograms) {
        JsonWriter json = new JsonWriter(1024).beginObject().string("name", NAME);
        String storedProgramsText = storedPrograms.isEmpty()
                ? ""
                : "\nOr a stored program by name, with args: " + storedPrograms.signatures();
        json.string("description", description(maxCalls) + storedProgramsText);
        json.beginObject("inputSchema").string("type", "object").beginObject("properties");
        json.beginObject("program").string("type", "string").endObject();
        json.beginObject("input").string("description", "is .").endObject();
        json.beginObject("with")
                .string("type", "object")
                .string("description", "NAME: cursor")
                .endObject();
        if (!storedPrograms.isEmpty()) {
            json.beginObject("args").string("type", "object").endObject();
        }
        json.beginObject("max_tokens").string("type", "integer").endObject();
        json.endObject().strings("required", List.of("program")).endObject();
        json.beginObject("annotations").bool("readOnlyHint", !canWrite);
        return json.endObject().endObject().slice();
    }

    /** Returns the entry of a stored program that is exposed as a tool. */
    static Slice entry(StoredText program, boolean canWrite) {
        JsonWriter json = new JsonWriter(512).beginObject().string("name", program.name());
        if (!program.description().isEmpty()) {
            json.string("description", program.description());
        }
        json.raw("inputSchema", program.inputSchema());
        json.beginObject("annotations").bool("readOnlyHint", !canWrite);
        return json.endObject().endObject().slice();
    }

    /**
     * Returns the tool with hints for which a caller needs the given tier. A program may have called tools that
     * need the tier of its caller. A caller who loses this tier must not read the program's stored results.
     */
    static ListedTool forTier(Slice entry, Tier tier) {
        JsonWriter hints = new JsonWriter(64).beginObject().bool("readOnlyHint", tier == Tier.READ);
        hints.bool("destructiveHint", tier == Tier.ADMIN);
        return ListedTool.of(
                ObjectEdit.with(entry, "annotations", hints.endObject().slice()));
    }

    private static String description(int maxCalls) {
        return """
            Runs jq that calls tools; only outputs return.
            call("tool"; {args}): the whole result, never cut: JSON, records of CSV or a table, else text. \
            text(…): text. pages(…): all pages, an output each. tools: arguments, result fields seen.
            Unknown results: call(…) | outline.
            Calls in .[] |, map, {…} run side by side, equal ones once; at most %d, with pages.
            {"program": "[pages(\\"list_issues\\"; {}).issues[] | {number, at: (call(\\"list_comments\\"; {issue: .number}) | last.at)}]"}""".formatted(maxCalls);
    }
}

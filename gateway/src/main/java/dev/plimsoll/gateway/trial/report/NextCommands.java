package dev.plimsoll.gateway.trial.report;

import dev.plimsoll.gateway.shell.ShellWord;
import dev.plimsoll.gateway.trial.ParsedAnswer;
import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts the calls that an answer suggests into command lines of {@code plimsoll try}. */
final class NextCommands {

    private final TrialReport trialReport;
    private final String baseCommand;

    /**
     * Creates the commands of a report.
     *
     * @param commandLine the words of the command line that gives the same first answer: program, command,
     *     payload, options
     */
    NextCommands(TrialReport trialReport, List<String> commandLine) {
        this.trialReport = trialReport;
        this.baseCommand = commandLine.stream().map(ShellWord::quote).collect(Collectors.joining(" "));
    }

    /** Returns the commands that continue from the last answer in the report. */
    List<String> commands() {
        List<TrialReport.FollowUpRead> reads = trialReport.followUpReads();
        boolean isFirstAnswer = reads.isEmpty();
        TrialReport.Answer answer =
                isFirstAnswer ? trialReport.answer() : reads.getLast().answer();
        Map<String, String> arguments =
                isFirstAnswer ? Map.of() : reads.getLast().arguments();
        List<String> commands = new ArrayList<>();
        String nextCursor = answer.parsed().findText("nextCursor");
        if (nextCursor != null) {
            commands.add(nextPageCommand(answer.parsed(), arguments, nextCursor));
        }
        addSuggested(answer.parsed(), commands);
        if (nextCursor != null && trialReport.fullRead() == null && isFirstAnswer) {
            commands.add(baseCommand + " --walk");
        }
        return commands;
    }

    private String nextPageCommand(ParsedAnswer parsedAnswer, Map<String, String> arguments, String cursor) {
        Map<String, String> nextArguments = new LinkedHashMap<>(arguments);
        nextArguments.remove("direction");
        if (trialReport.options().cursor() != null
                || arguments.containsKey("pages")
                || arguments.containsKey("direction")) {
            return baseCommand + " --cursor " + cursor;
        }
        boolean hasPages = parsedAnswer.range() != null || parsedAnswer.metadataNumber("chunkIndex") > 0;
        if (hasPages) {
            nextArguments.put("page", Long.toString(Long.parseLong(arguments.getOrDefault("page", "1")) + 1));
        } else {
            nextArguments.put("mode", "paginated");
        }
        return toCommand(nextArguments);
    }

    /** Adds the calls that the header suggests in its field {@code next}. */
    private void addSuggested(ParsedAnswer parsedAnswer, List<String> commands) {
        ParsedAnswer.Block headerBlock = parsedAnswer.findHeaderBlock();
        Slice suggestedCalls = headerBlock == null ? null : headerBlock.header().get("next");
        if (suggestedCalls == null) {
            return;
        }
        ItemIndex calls = ItemIndex.of(suggestedCalls);
        for (int i = 0; i < calls.count(); i++) {
            Slice arguments = Members.get(calls.item(i), "arguments");
            Map<String, String> options = new LinkedHashMap<>();
            for (String name : List.of("mode", "fields", "path", "find", "lines", "query")) {
                String value = findString(arguments, name);
                if (value != null && !value.isEmpty()) {
                    options.put(name, value);
                }
            }
            if (!options.isEmpty()) {
                commands.add(toCommand(options));
            }
        }
    }

    private static @Nullable String findString(@Nullable Slice object, String name) {
        Slice value = object == null ? null : Members.get(object, name);
        return value == null
                ? null
                : Slice.of(JsonText.unescape(Json.stringInside(value))).utf8();
    }

    private String toCommand(Map<String, String> arguments) {
        StringBuilder command = new StringBuilder(baseCommand);
        String start = arguments.get("start_line");
        String end = arguments.get("end_line");
        if (start != null || end != null) {
            command.append(" --lines ")
                    .append(start == null ? "1" : start)
                    .append('-')
                    .append(end == null ? "" : end);
        }
        arguments.forEach((name, value) -> {
            if (!name.endsWith("_line")) {
                command.append(" --").append(name.replace('_', '-')).append(' ').append(ShellWord.quote(value));
            }
        });
        return command.toString();
    }
}

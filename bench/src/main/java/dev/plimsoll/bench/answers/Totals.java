package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.key.KeyReport;
import dev.plimsoll.bench.answers.program.ProgramReport;
import dev.plimsoll.bench.answers.program.ProgramRow;
import dev.plimsoll.bench.answers.reader.Reader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums of calls and tokens that may only fall. The tolerance is zero, because the same program gives the same numbers on every
 * machine.
 */
record Totals(Map<String, Long> values) {

    private static final String EXPLANATION = """
            # Sums of the benchmark of answers. They may only fall: ./plimsoll bench answers fails if one is higher.
            # ./plimsoll bench answers --write replaces them. docs/reference/economy.md explains them.
            """;

    Totals {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    static Totals of(AnswersReport report) {
        List<BestScript.Row> script = report.scriptRows();
        ProgramReport programs = report.programs();
        Map<String, Long> values = new LinkedHashMap<>();
        for (Reader reader : Reader.all()) {
            Tally tally = Tally.of(report.taskResults(), TaskResult::solutionsWithPlimsoll, reader.name());
            values.put(reader.name() + " calls", (long) tally.calls());
            values.put(reader.name() + " tokens", tally.tokens());
        }
        values.put(
                "script calls", script.stream().mapToLong(BestScript.Row::calls).sum());
        values.put(
                "script tokens",
                script.stream().mapToLong(BestScript.Row::tokens).sum());
        values.put("program calls", (long) programs.rows().size());
        values.put("program tokens written", programs.sum(ProgramRow::programTokens));
        values.put("program tokens read", programs.sum(ProgramRow::answerTokens));
        values.put("program tokens listed", programs.listedTokens());
        for (KeyReport.Row row : report.keys().rows()) {
            values.put(row.key() + " key calls", (long) row.withKey().calls());
            values.put(row.key() + " key tokens", row.withKey().totalTokens());
            values.put(row.key() + " key tokens listed", row.listedTokens());
        }
        return new Totals(values);
    }

    /** Reads a file of totals; it must exist. */
    static Totals read(Path file) throws IOException {
        Map<String, Long> values = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith("#") && !line.isBlank()) {
                String[] nameAndValue = line.split(" = ", 2);
                if (nameAndValue.length != 2 || !nameAndValue[1].matches("[0-9]{1,18}")) {
                    throw new IOException(file + ": must be NAME = NUMBER: " + line);
                }
                values.put(nameAndValue[0], Long.valueOf(nameAndValue[1]));
            }
        }
        return new Totals(values);
    }

    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder(EXPLANATION);
        values.forEach(
                (name, value) -> text.append(name).append(" = ").append(value).append('\n'));
        Files.writeString(file, text);
    }

    /**
     * Returns a sentence for each value that is higher than before, and for each name that only one of the two totals
     * has.
     */
    List<String> describeIncreasesFrom(Totals before) {
        List<String> increases = new ArrayList<>();
        values.forEach((name, value) -> {
            Long oldValue = before.values.get(name);
            if (oldValue == null) {
                increases.add(name + ": " + value + ", and the file has no value");
            } else if (value > oldValue) {
                increases.add(name + ": " + value + ", more than " + oldValue);
            }
        });
        before.values.keySet().stream()
                .filter(name -> !values.containsKey(name))
                .forEach(name -> increases.add(name + ": the file has a value, but it is not measured"));
        return increases;
    }

    /** Returns whether a value is lower than before. */
    boolean hasDecreaseFrom(Totals before) {
        return values.entrySet().stream()
                .anyMatch(entry -> entry.getValue() < before.values.getOrDefault(entry.getKey(), 0L));
    }
}

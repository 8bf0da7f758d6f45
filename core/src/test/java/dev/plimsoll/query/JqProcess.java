package dev.plimsoll.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** Runs the real jq, with many expressions per process. */
@NullMarked
final class JqProcess {

    private final Path folder;

    JqProcess(Path folder) {
        this.folder = folder;
    }

    /** Returns the output of {@code jq --version}, or null if jq is not installed. */
    static @Nullable String version() {
        try {
            Process process = new ProcessBuilder("jq", "--version")
                    .redirectErrorStream(true)
                    .start();
            String version = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? version : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /**
     * Returns one line per expression: an array of its outputs, or <code>{"failed": message}</code>. The line is null
     * if jq cannot parse the expression, crashes, or needs too long.
     */
    List<@Nullable String> run(String document, List<String> expressions) {
        List<String> lines = runOnce(document, expressions);
        if (lines.size() == expressions.size()) {
            return new ArrayList<>(lines);
        }
        if (expressions.size() == 1) {
            List<@Nullable String> crashLine = new ArrayList<>();
            crashLine.add(null);
            return crashLine;
        }
        // one of the expressions prevents jq from starting: try each half
        int half = expressions.size() / 2;
        List<@Nullable String> allLines = new ArrayList<>(run(document, expressions.subList(0, half)));
        allLines.addAll(run(document, expressions.subList(half, expressions.size())));
        return allLines;
    }

    private List<String> runOnce(String document, List<String> expressions) {
        StringBuilder program = new StringBuilder();
        for (String expression : expressions) {
            program.append(program.isEmpty() ? "" : ",\n")
                    .append("(try [")
                    .append(expression)
                    .append("] catch {failed: .})");
        }
        try {
            Path input = folder.resolve("input.json");
            Path file = folder.resolve("program.jq");
            Path output = folder.resolve("output.json");
            Files.writeString(input, document);
            Files.writeString(file, program);
            Process process = new ProcessBuilder("jq", "-c", "-f", file.toString(), input.toString())
                    .redirectOutput(output.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return List.of();
            }
            return Files.readAllLines(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

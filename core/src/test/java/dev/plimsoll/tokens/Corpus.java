package dev.plimsoll.tokens;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * About 450 texts of 1 to 100 KB that are similar to tool results: texts that are generated from templates, and files
 * of this project and the JDK.
 */
final class Corpus {

    record Text(String category, String text) {}

    /** Number of generated texts for each category. */
    private static final int TEXTS_PER_CATEGORY = 13;
    /** Maximum number of files of a folder. */
    private static final int MAX_FILES = 32;

    private static final int MAX_BYTES = 100_000;

    private static final List<String> ARRAYS =
            List.of("json-records", "json-ids", "json-numbers", "json-lock", "json-i18n");
    private static final List<String> LINES = List.of(
            "json-lines",
            "csv-orders",
            "csv-measurements",
            "log-java",
            "log-access",
            "log-system",
            "command-output",
            "code-python",
            "code-js",
            "code-sql-go-shell",
            "yaml",
            "html",
            "markdown",
            "base64",
            "hex",
            "urls");
    private static final List<String> PROSE = List.of(
            "prose-en", "prose-de", "prose-es-fr", "prose-ru", "prose-ko", "prose-ar-hi", "prose-zh", "prose-ja");

    private Corpus() {}

    static List<Text> texts() {
        List<Text> texts = new ArrayList<>();
        for (int i = 0; i < TEXTS_PER_CATEGORY; i++) {
            Templates templates = new Templates(1_000 + i);
            for (String category : ARRAYS) {
                addArray(category, templates, texts);
            }
            for (String category : LINES) {
                texts.add(new Text(category, repeatedEntries(category, "\n", size(templates), templates)));
            }
            for (String category : PROSE) {
                texts.add(new Text(category, prose(category, templates)));
            }
        }
        addFiles("real-java", Path.of("src", "main", "java"), ".java", texts);
        addFiles("real-legal", Path.of(System.getProperty("java.home"), "legal"), "", texts);
        addFiles("real-config", Path.of(System.getProperty("java.home"), "conf"), "", texts);
        return texts;
    }

    private static void addArray(String category, Templates templates, List<Text> texts) {
        String array = "[" + repeatedEntries(category, ",", size(templates), templates) + "]";
        texts.add(new Text(category, array));
        if (category.equals("json-records")) {
            JsonMapper mapper = JsonMapper.shared();
            texts.add(new Text(
                    "json-pretty", mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readTree(array))));
        }
        if (category.equals("json-i18n")) {
            texts.add(new Text("json-u-escapes", escapeNonAscii(array)));
        }
    }

    private static String repeatedEntries(String category, String separator, int size, Templates templates) {
        List<String> entries = Templates.entries(category);
        StringBuilder text = new StringBuilder(templates.fill(templates.oneOf(entries)));
        while (text.length() < size) {
            text.append(separator).append(templates.fill(templates.oneOf(entries)));
        }
        return text.toString();
    }

    /** Creates paragraphs of a few sentences. */
    private static String prose(String category, Templates templates) {
        boolean hasSpaces = !category.equals("prose-zh") && !category.equals("prose-ja");
        int size = size(templates) / (hasSpaces ? 1 : 3);
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            text.append(repeatedEntries(category, hasSpaces ? " " : "", templates.between(100, 900), templates))
                    .append("\n\n");
        }
        return text.toString();
    }

    /** Returns a size from 1 to 100 KB on a logarithmic scale. */
    private static int size(Templates templates) {
        return (int) (1_000 * Math.pow(100, templates.between(0, 1_000) / 1_000.0));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String escapeNonAscii(String json) {
        return json.chars()
                .mapToObj(c -> c < 0x80 ? String.valueOf((char) c) : "\\u%04x".formatted(c))
                .collect(Collectors.joining());
    }

    /** Adds the files of a folder on this machine, or nothing if the folder does not exist. */
    private static void addFiles(String category, Path folder, String suffix, List<Text> texts) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(path -> path.toString().endsWith(suffix))
                    .filter(Files::isReadable)
                    .filter(path -> size(path) >= 1_000 && size(path) <= MAX_BYTES)
                    .sorted()
                    .limit(MAX_FILES)
                    .toList()) {
                texts.add(new Text(category, Files.readString(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.plimsoll.laws;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sample texts: news, bookings with guest requests, and user interface labels. The vocabulary of the tokenizer contains
 * most words of their languages, but not the names of people. The weights of the estimate were not fitted to these
 * texts.
 */
final class Languages {

    private Languages() {}

    static List<String> names() {
        return List.of("arabic", "hindi", "persian", "urdu");
    }

    /** Returns texts of about the given size, by kind. */
    static Map<String, String> texts(String language, int bytes) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("news", repeated(String.join("\n", lines(language + ".news")), bytes));
        texts.put("bookings", bookings(lines(language + ".guests"), bytes));
        texts.put("labels", labels(lines(language + ".labels"), bytes));
        return texts;
    }

    private static String bookings(List<String> guests, int bytes) {
        return array(guests, bytes, (i, guest) -> {
            String[] parts = guest.split("\\|", -1);
            return "{\"id\":\"BK-" + (20_411 + 37 * i) + "\",\"status\":\"confirmed\",\"guest\":{\"name\":"
                    + JsonStrings.of(parts[0]) + ",\"nights\":" + (1 + i % 9) + "},\"checkIn\":\"2026-07-"
                    + (10 + i % 20)
                    + "\",\"price\":" + (90 + 13 * i) + ".50,\"note\":" + JsonStrings.of(parts[1]) + "}";
        });
    }

    private static String labels(List<String> labels, int bytes) {
        return array(
                labels,
                bytes,
                (i, label) -> "{\"key\":\"settings.page" + i % 7 + ".label" + i + "\",\"text\":" + JsonStrings.of(label)
                        + "}");
    }

    private interface Item {
        String of(int index, String line);
    }

    private static String array(List<String> lines, int bytes, Item item) {
        String once = items(lines, lines.size(), item);
        int count = Math.max(1, bytes * lines.size() / once.getBytes(StandardCharsets.UTF_8).length);
        return items(lines, count, item);
    }

    private static String items(List<String> lines, int count, Item item) {
        return IntStream.range(0, count)
                .mapToObj(i -> item.of(i, lines.get(i % lines.size())))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String repeated(String text, int bytes) {
        return text.repeat(Math.max(1, bytes / text.getBytes(StandardCharsets.UTF_8).length));
    }

    private static List<String> lines(String name) {
        try (InputStream in =
                Objects.requireNonNull(Languages.class.getResourceAsStream("languages/" + name + ".txt"), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.plimsoll.docs;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Small results for the documents. */
final class Payload {

    private static final String[] CUSTOMERS = {"Ada Byron", "Grace Hopper", "Mary Somerville", "Emmy Noether"};
    private static final String[] STATES = {"open", "paid", "shipped"};

    private Payload() {}

    static String order(int i) {
        return "{\"id\":" + (1000 + i) + ",\"customer\":\"" + CUSTOMERS[i % CUSTOMERS.length] + "\",\"status\":\""
                + STATES[i % STATES.length] + "\",\"total\":" + (10 + i) + ".50}";
    }

    static String orders(int count) {
        return IntStream.range(0, count).mapToObj(Payload::order).collect(Collectors.joining(",", "[", "]"));
    }

    /**
     * Creates phone calls as records with gaps: some have no duration, some were not answered, and the third has only
     * an error.
     */
    static String calls(int count) {
        return IntStream.range(0, count).mapToObj(Payload::call).collect(Collectors.joining(",", "[", "]"));
    }

    private static String call(int i) {
        String calledAt = "{\"calledAt\":\"09:" + (10 + i % 50) + "\",";
        if (i == 2) {
            return calledAt + "\"error\":\"line busy\"}";
        }
        String duration = i % 3 == 0 ? "" : "\"durationSeconds\":" + (30 + i) + ".0,";
        String by = i % 4 == 1 ? "null" : "\"" + CUSTOMERS[i % CUSTOMERS.length] + "\"";
        return calledAt + duration + "\"phoneNumber\":\"0" + (4180 + i) + "\",\"answeredBy\":" + by + "}";
    }

    /** Creates three orders. The second has a long note. */
    static String ordersWithALargeItem() {
        return "[" + order(0) + ",{\"id\":1001,\"status\":\"open\",\"note\":\"" + words(900) + "\"}," + order(2) + "]";
    }

    static String customer() {
        return "{\"customer\":{\"id\":7,\"name\":\"Grace Hopper\"},\"currency\":\"EUR\",\"orders\":" + orders(60)
                + ",\"asOf\":\"2026-01-15\"}";
    }

    static String ticket() {
        String comments = IntStream.range(0, 6)
                .mapToObj(i -> "{\"author\":\"" + CUSTOMERS[i % 4] + "\",\"text\":\"" + words(30 + i) + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        return "{\"id\":\"T-52\",\"title\":\"Parcel arrived open\",\"status\":\"waiting\",\"description\":\""
                + words(500)
                + "\",\"reporter\":{\"id\":7,\"name\":\"Grace Hopper\",\"email\":\"grace@example.com\"},\"comments\":"
                + comments + ",\"labels\":[\"parcel\",\"refund\"],\"log\":\"" + words(300) + "\"}";
    }

    static String log(int lines) {
        return IntStream.range(0, lines)
                .mapToObj(i -> String.format("2026-01-15 09:%02d:%02d INFO order %d packed", i / 60, i % 60, 1000 + i))
                .collect(Collectors.joining("\n"));
    }

    static String stackTrace() {
        return "Upstream failed: connection reset\n"
                + IntStream.range(0, 120)
                        .mapToObj(i -> "  at shop.Warehouse.step" + i + "(Warehouse.java:" + (40 + i) + ")")
                        .collect(Collectors.joining("\n"))
                + "\nCaused by: timeout after 30 s";
    }

    /** Creates a content block with an image of {@code bytes} arbitrary bytes. */
    static String image(int bytes) {
        return "{\"type\":\"image\",\"data\":\"" + "iVBORw0KGgo+".repeat(bytes / 9) + "\",\"mimeType\":\"image/png\"}";
    }

    static String words(int count) {
        String[] words = {"the", "box", "was", "open", "and", "one", "cup", "had", "a", "crack"};
        return IntStream.range(0, count).mapToObj(i -> words[i % words.length]).collect(Collectors.joining(" "));
    }
}

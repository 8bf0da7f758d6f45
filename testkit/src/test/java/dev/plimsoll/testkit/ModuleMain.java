package dev.plimsoll.testkit;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.styles.FirstAndLastStyle;
import dev.plimsoll.tokens.Estimator;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;

/** Program that uses the engine and defines a style. {@link ModuleTest} compiles and starts it in a separate module. */
@NullMarked
final class ModuleMain {

    private static final String CURSOR = "\"nextCursor\":\"";

    private ModuleMain() {}

    @SuppressWarnings("SystemOut") // the test reads it
    public static void main(String[] args) {
        String items = IntStream.range(0, 3_000)
                .mapToObj(id -> "{\"id\":" + id + ",\"name\":\"item " + id + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        RawResult result = RawResult.of(Slice.of("{\"content\":[],\"structuredContent\":{\"items\":" + items + "}}"));
        ToolCall call = ToolCall.of("server", "list_items", "caller");
        Policy policy = Policy.defaults().with(Policy.ESTIMATOR, Estimator.BPE);

        Plimsoll plimsoll = Plimsoll.builder().policy(policy).build();
        Outcome answer = plimsoll.guard(call, result);
        System.out.println(plimsoll.getClass().getModule());
        System.out.println(answer.receipt().outcome() + ", exact: "
                + answer.receipt().context().isExact());

        String query = "[.items[] | select(.name | test(\\\"^item 1?7$\\\")) | .id]";
        String read = "{\"cursor\":\"" + cursor(text(answer)) + "\",\"query\":\"" + query + "\"}";
        System.out.println("query: " + text(plimsoll.read(call, Slice.of(read))).contains("[7,17]"));

        StyleRegistry styles = StyleRegistry.standard().with(new FirstAndLastStyle());
        Policy withStyle = styles.withText(policy, "style", "first-and-last");
        Plimsoll withStyles =
                Plimsoll.builder().styles(styles).policy(withStyle).build();
        System.out.println("style: " + text(withStyles.guard(call, result)).contains("\"last\":{\"id\":2999,"));
    }

    private static String text(Outcome outcome) {
        return new String(outcome.result().toByteArray(), StandardCharsets.UTF_8);
    }

    private static String cursor(String answer) {
        int from = answer.indexOf(CURSOR) + CURSOR.length();
        return answer.substring(from, answer.indexOf('"', from));
    }
}

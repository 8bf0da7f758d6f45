package dev.plimsoll.gateway.http.exchange;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Writes the budget of the URL ({@code ?maxTokens=N}) into the requests. A request with its own budget is not changed.
 *
 * <p>This transport changes messages, because only it has the URL, and the requests of one session may have several URLs.
 */
public final class UrlBudget {

    private static final String PARAMETER = "maxTokens=";
    private static final String KEY = "dev.plimsoll/maxTokens";
    private static final int MAX_BUDGET = 10_000_000;

    private UrlBudget() {}

    public static PostedBody addTo(PostedBody postedBody, @Nullable String query) throws HttpErrorException {
        String requestedBudget = findParameter(query);
        if (requestedBudget == null || postedBody.messages().stream().noneMatch(UrlBudget::acceptsBudget)) {
            return postedBody;
        }
        Slice budget = Slice.of(parseBudget(requestedBudget));
        return postedBody.map(message -> withBudget(message, budget));
    }

    private static @Nullable String findParameter(@Nullable String query) {
        if (query == null) {
            return null;
        }
        for (String pair : query.split("&", -1)) {
            if (pair.startsWith(PARAMETER)) {
                return pair.substring(PARAMETER.length());
            }
        }
        return null;
    }

    private static String parseBudget(String requested) throws HttpErrorException {
        boolean hasOnlyDigits = !requested.isEmpty()
                && requested.length() <= 8
                && requested.chars().allMatch(c -> c >= '0' && c <= '9');
        int number = hasOnlyDigits ? Integer.parseInt(requested) : 0;
        if (number < 1 || number > MAX_BUDGET) {
            throw HttpErrorException.invalidRequest(
                    400,
                    "maxTokens must be a whole number from 1 to " + MAX_BUDGET,
                    "?maxTokens=4000, or leave it out");
        }
        return Integer.toString(number);
    }

    private static boolean acceptsBudget(Message message) {
        return message.isRequest() && ProtocolMethod.hasContent(message.method());
    }

    private static Message withBudget(Message message, Slice number) {
        Slice params = message.params();
        if (!acceptsBudget(message) || params == null || Json.type(params) != JsonType.OBJECT) {
            return message;
        }
        Slice meta = ObjectEdit.valueIn(params, "_meta");
        if (meta != null && (Json.type(meta) != JsonType.OBJECT || ObjectEdit.valueIn(meta, KEY) != null)) {
            return message;
        }
        Slice newMeta = ObjectEdit.with(meta == null ? Slice.of("{}") : meta, KEY, number);
        return message.withParams(ObjectEdit.with(params, "_meta", newMeta));
    }
}

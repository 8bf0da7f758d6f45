package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.http.Service;
import dev.plimsoll.gateway.telemetry.Entry.Size;
import dev.plimsoll.gateway.telemetry.store.Filter;
import dev.plimsoll.gateway.telemetry.store.Label;
import dev.plimsoll.gateway.telemetry.store.Row;
import dev.plimsoll.gateway.telemetry.store.Row.Place;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.telemetry.Rollout.Instead;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/requests}: one by one, the newest first. */
public final class RequestsService implements Service {

    private static final Set<String> PARAMETERS = Parameters.ordered(
            "tool",
            "server",
            "endpoint",
            "caller",
            "client",
            "era",
            "style",
            "outcome",
            "arm",
            "from",
            "to",
            "limit",
            "after");
    private static final Pattern PLACE = Pattern.compile("([0-9]{1,15})-([0-9]{1,18})");
    private static final Set<String> PAGES = Set.of("paginated", "chunked", "read");
    private static final Set<String> SUMMARIES = Set.of("summarized", "probed", "guided", "trimmed", "receipt");

    private final Records records;
    private final InstantSource clock;

    public RequestsService(Records records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/api/v1/requests");
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public Reply answer(Asked asked) throws InterruptedException {
        Parameters parameters = new Parameters(asked.query(), PARAMETERS);
        // what is answered while this is asked counts as well
        Filter filter = parameters.filter(parameters.time("from", 0), parameters.time("to", clock.millis() + 1_000));
        int limit = parameters.whole("limit", 50, 1, 1_000);
        List<Row> rows = records.requests(filter, after(parameters.find("after")), limit + 1);
        boolean more = rows.size() > limit;
        ByteSink out = new ByteSink(512 * rows.size() + 64).ascii("{\"requests\":[");
        for (int i = 0; i < Math.min(limit, rows.size()); i++) {
            write(rows.get(i), out.ascii(i == 0 ? "" : ","));
        }
        out.ascii("],\"next\":");
        if (more) {
            Place last = rows.get(limit - 1).place();
            out.string(last.at() + "-" + last.number());
        } else {
            out.ascii("null");
        }
        return new Reply(200, out.ascii("}").slice());
    }

    private static @Nullable Place after(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Matcher place = PLACE.matcher(text);
        if (!place.matches()) {
            throw Parameters.refusal("after", text, "leads nowhere", "next of an earlier answer, as it was");
        }
        return new Place(Long.parseLong(place.group(1)), Long.parseLong(place.group(2)));
    }

    /** What nobody has counted is null. */
    private static String number(long counted) {
        return counted < 0 ? "null" : Long.toString(counted);
    }

    /** One of them. */
    public static void write(Row row, ByteSink out) {
        Label label = row.label();
        Size size = row.size();
        Json json = new Json(out);
        json.text("time", Instant.ofEpochMilli(row.place().at()).toString());
        json.text("id", HexFormat.of().toHexDigits(row.id()));
        json.text("server", label.server()).text("tool", label.tool()).text("endpoint", label.endpoint());
        json.text("caller", label.caller()).text("client", label.client()).text("era", label.era());
        json.text("style", label.style()).text("outcome", label.outcome()).text("why", row.why());
        json.number("estimatedTokens", size.answerTokens()).raw("realTokens", number(row.realTokens()));
        json.number("originalTokens", size.originalTokens()).flag("exact", size.exact());
        json.number("responseBytes", size.answerBytes()).number("originalBytes", size.originalBytes());
        json.raw("itemCount", number(size.items()));
        json.raw(
                "latency",
                "{\"totalMs\":" + Json.millis(row.micros()) + ",\"ownMs\":" + Json.millis(row.ownMicros()) + "}");
        json.flag("paginationUsed", PAGES.contains(label.outcome()));
        json.flag("summarizationUsed", SUMMARIES.contains(label.outcome()));
        json.raw(
                "followUpOf",
                row.follows() == 0 ? "null" : "\"" + HexFormat.of().toHexDigits(row.follows()) + "\"");
        json.raw("arm", label.arm().isEmpty() ? "null" : "\"" + label.arm() + "\"");
        Instead instead = row.instead();
        if (instead != null) {
            Json would = new Json(json.name("wouldHave"));
            would.text("outcome", instead.outcome().word());
            would.number("estimatedTokens", instead.tokens()).number("responseBytes", instead.bytes());
            would.end();
        }
        json.end();
    }
}

package dev.plimsoll.gateway.show;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.telemetry.Receipt;
import java.util.List;
import java.util.function.Consumer;

/** Handles the calls of {@code plimsoll_show} and {@code plimsoll_app_read} for one caller. */
final class ShowCalls {

    /** Member of {@code _meta} for the app page. Models never see it. */
    private static final String META = "dev.plimsoll/app";

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private final ShowSources sources;
    private final ResultViews views;

    ShowCalls(ShowSources sources, ResultViews views) {
        this.sources = sources;
        this.views = views;
    }

    boolean ownsCursor(String cursor) {
        return sources.get().stream().anyMatch(results -> results.ownsCursor(cursor));
    }

    boolean ownsAppCursor(String appCursor) {
        return sources.get().stream().anyMatch(results -> results.ownsAppCursor(appCursor));
    }

    /**
     * Returns the result of {@code plimsoll_show}: one sentence for the model, and metadata for the app page.
     *
     * @param receipts receives the receipt of the call
     */
    Slice show(ShowArguments arguments, ClientFeatures client, Consumer<Receipt> receipts) {
        List<ServerResults> allResults = sources.get();
        // the first server gets an unknown cursor, refuses it, and counts the attempt
        ServerResults results = allResults.stream()
                .filter(candidate -> candidate.ownsCursor(arguments.cursor()))
                .findFirst()
                .orElse(allResults.getFirst());
        String appCursor = results.appCursor(arguments.cursor());
        SnapshotOrigin origin = results.findOrigin(appCursor);
        ResultView view = findView(results, appCursor, arguments.selection());
        JsonWriter json =
                new JsonWriter(512).beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", sentence(view, origin));
        Slice result = json.endObject().endArray().endObject().slice();
        Outcome outcome =
                results.context().engine().guard(createUnshapedCall(results.context(), client), RawResult.of(result));
        receipts.accept(outcome.receipt());
        Slice meta = ObjectEdit.objectIn(outcome.result(), "_meta");
        Slice app = appMetadata(appCursor, view, arguments, origin, results.budget(origin, client.name()));
        Slice withApp = ObjectEdit.with(meta == null ? EMPTY_OBJECT : meta, META, app);
        return withResultType(ObjectEdit.with(outcome.result(), "_meta", withApp), client);
    }

    private static String sentence(ResultView view, SnapshotOrigin origin) {
        return "Shown to the person: " + view.description()
                + (origin.tool().isEmpty() ? "." : " from " + origin.tool() + ".");
    }

    private static Slice appMetadata(
            String appCursor, ResultView view, ShowArguments arguments, SnapshotOrigin origin, int budget) {
        JsonWriter json = new JsonWriter(512).beginObject().string("cursor", appCursor);
        json.string("kind", view.kind().wireName()).number("totalCount", view.totalCount());
        json.string("tool", origin.tool()).number("budget", budget);
        if (!arguments.title().isEmpty()) {
            json.string("title", arguments.title());
        }
        if (!arguments.path().isEmpty()) {
            json.string("path", arguments.path());
        }
        Slice query = arguments.query();
        return (query == null ? json : json.raw("query", query)).endObject().slice();
    }

    /** Returns a call whose result is recorded but never shaped, even if a rule for all tools says otherwise. */
    private static ToolCall createUnshapedCall(CallerContext context, ClientFeatures client) {
        Policy policy = context.policies()
                .forTool(ShowTools.SERVER, ShowTools.SHOW, client.name())
                .policy()
                .with(Policy.STYLE, new StyleId("pass"))
                .with(Policy.HEAVY, false);
        return createCall(context, client).withSettings(context.settings().withPolicies(Policies.of(policy)));
    }

    private static ToolCall createCall(CallerContext context, ClientFeatures client) {
        return ToolCall.of(ShowTools.SERVER, ShowTools.SHOW, context.caller())
                .withSettings(context.settings())
                .withSession(context.session())
                .withClient(client)
                .withHints(ToolHints.READ_ONLY);
    }

    /** Returns the result of a refused call of {@code plimsoll_show}. */
    Slice refuseShow(RefusedException refused, ClientFeatures client, Consumer<Receipt> receipts) {
        List<ServerResults> allResults = sources.get();
        if (allResults.isEmpty()) {
            return refuseRead(refused, client);
        }
        CallerContext context = allResults.getFirst().context();
        Outcome outcome = context.engine().refuse(createCall(context, client), refused);
        receipts.accept(outcome.receipt());
        return outcome.result();
    }

    /** Returns the result of {@code plimsoll_app_read}. The call is not recorded, because no model reads its result. */
    Slice read(ShowArguments arguments, ClientFeatures client) {
        List<ServerResults> allResults = sources.get();
        ServerResults results = allResults.stream()
                .filter(candidate -> candidate.ownsAppCursor(arguments.cursor()))
                .findFirst()
                .orElse(allResults.getFirst());
        // throws if the caller may no longer read the result: the view may be in the cache from an earlier read
        results.findOrigin(arguments.cursor());
        ResultView view = findView(results, arguments.cursor(), arguments.selection());
        Slice data = view.read(arguments.from(), arguments.count());
        JsonWriter json = new JsonWriter(data.length() + 512).beginObject();
        json.beginArray("content").beginObject().string("type", "text");
        json.string("text", "For the app: " + view.description() + " in all.");
        json.endObject().endArray();
        json.raw("structuredContent", data).beginObject("_meta").beginObject(META);
        json.string("kind", view.kind().wireName()).endObject().endObject();
        client.writeResultType(json);
        return json.endObject().slice();
    }

    /** Returns the result of a refused call of {@code plimsoll_app_read}. */
    static Slice refuseRead(RefusedException refused, ClientFeatures client) {
        JsonWriter json =
                new JsonWriter(512).beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", Slice.of(refused.json()));
        json.endObject().endArray().bool("isError", true);
        client.writeResultType(json);
        return json.endObject().slice();
    }

    private ResultView findView(ServerResults results, String appCursor, Slice selection) {
        return views.get(
                new ResultViews.ViewKey(appCursor, selection.utf8()),
                () -> ResultView.of(results.readDocument(appCursor, selection)));
    }

    private static Slice withResultType(Slice result, ClientFeatures client) {
        return client.needsResultType() ? ObjectEdit.with(result, "resultType", Slice.of("\"complete\"")) : result;
    }
}

package dev.plimsoll.app;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Users of a tool's results (model, app, or both), as the tool's list entry declares them. */
public enum AppUse {
    /** The model uses the results; the tool has no app. */
    NONE,

    /** The model reads {@code content}; the tool's app gets everything else. */
    SHARED,

    /** An app calls the tool; models never see it. */
    APP_ONLY;

    private static final List<String> URI_KEYS = List.of("ui/resourceUri", "openai/outputTemplate");

    /** Reads {@code _meta} of an entry of {@code tools/list}; {@code meta} is null if the entry has none. */
    public static AppUse of(@Nullable Slice meta) {
        if (meta == null || Json.type(meta) != JsonType.OBJECT) {
            return NONE;
        }
        Slice ui = Members.get(meta, "ui");
        if (ui != null && Json.type(ui) == JsonType.OBJECT && isHiddenFromModels(Members.get(ui, "visibility"))) {
            return APP_ONLY;
        }
        return pageUris(meta).isEmpty() ? NONE : SHARED;
    }

    /**
     * Finds the URIs of app pages in {@code _meta} of a tool, in each key that may contain one. Returns the JSON
     * strings with their quotes.
     */
    public static List<Slice> pageUris(@Nullable Slice meta) {
        List<Slice> uris = new ArrayList<>();
        if (meta == null || Json.type(meta) != JsonType.OBJECT) {
            return uris;
        }
        Slice ui = Members.get(meta, "ui");
        addIfString(ui == null || Json.type(ui) != JsonType.OBJECT ? null : Members.get(ui, "resourceUri"), uris);
        for (String name : URI_KEYS) {
            addIfString(Members.get(meta, name), uris);
        }
        return uris;
    }

    /** Returns whether apps may call the tool with this {@code _meta}; the default is yes. */
    public static boolean isVisibleToApps(@Nullable Slice meta) {
        Slice ui = meta == null || Json.type(meta) != JsonType.OBJECT ? null : Members.get(meta, "ui");
        Slice visibility = ui == null || Json.type(ui) != JsonType.OBJECT ? null : Members.get(ui, "visibility");
        return visibility == null || Json.type(visibility) != JsonType.ARRAY || contains(visibility, "app");
    }

    private static void addIfString(@Nullable Slice value, List<Slice> uris) {
        if (value != null && isString(value)) {
            uris.add(value);
        }
    }

    private static boolean isString(@Nullable Slice value) {
        return value != null && Json.type(value) == JsonType.STRING;
    }

    private static boolean isHiddenFromModels(@Nullable Slice visibility) {
        return visibility != null && Json.type(visibility) == JsonType.ARRAY && !contains(visibility, "model");
    }

    private static boolean contains(Slice visibility, String audience) {
        Elements names = Elements.of(visibility);
        while (names.next()) {
            if (names.type() == JsonType.STRING
                    && JsonText.unescapeToString(Json.stringInside(names.value()))
                            .equals(audience)) {
                return true;
            }
        }
        return false;
    }
}

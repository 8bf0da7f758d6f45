package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Abilities that a client declares: input requests that it can answer, and protocol extensions.
 *
 * @param forms whether the client supports elicitation by forms
 * @param urls whether the client supports elicitation by URLs
 * @param sampling whether the client supports sampling
 * @param samplingTools whether sampling requests may contain tools
 * @param samplingContext whether sampling requests may ask for context of servers
 * @param roots whether the client supports roots
 * @param extensions the extensions as a JSON object without white space; empty if there are none. Tasks are
 *     left out, because each era declares them in its own way.
 */
public record ClientAbilities(
        boolean forms,
        boolean urls,
        boolean sampling,
        boolean samplingTools,
        boolean samplingContext,
        boolean roots,
        String extensions) {

    /**
     * Maximum size of the extensions; larger ones are ignored. Clients declare far less.
     */
    private static final int MAX_EXTENSIONS_BYTES = 8_192;

    /** Abilities of a client that supports no input requests and no extensions. */
    public static final ClientAbilities NONE = new ClientAbilities(false, false, false, false, false, false, "");

    /** Returns the abilities that a modern client states in its request. */
    public static ClientAbilities ofRequest(Message request) {
        return of(RequestMeta.capabilities(request));
    }

    /** Parses capabilities. An empty declaration of elicitation means forms. */
    public static ClientAbilities of(@Nullable Slice capabilities) {
        if (capabilities == null) {
            return NONE;
        }
        Slice elicitation = ObjectEdit.objectIn(capabilities, "elicitation");
        boolean urls = hasMember(elicitation, "url");
        Slice sampling = ObjectEdit.objectIn(capabilities, "sampling");
        return new ClientAbilities(
                elicitation != null && (hasMember(elicitation, "form") || !urls),
                urls,
                sampling != null,
                hasMember(sampling, "tools"),
                hasMember(sampling, "context"),
                ObjectEdit.objectIn(capabilities, "roots") != null,
                extensionsWithoutTasks(ObjectEdit.objectIn(capabilities, "extensions")));
    }

    private static String extensionsWithoutTasks(@Nullable Slice declared) {
        if (declared == null || declared.length() > MAX_EXTENSIONS_BYTES) {
            return "";
        }
        Slice otherExtensions = ObjectEdit.without(declared, RequestMeta.TASKS);
        String text = new ByteSink(otherExtensions.length())
                .json(otherExtensions)
                .slice()
                .utf8();
        return text.equals("{}") ? "" : text;
    }

    /** Returns a copy with the extensions only, without support for input requests. */
    public ClientAbilities withExtensionsOnly() {
        return extensions.isEmpty() ? NONE : new ClientAbilities(false, false, false, false, false, false, extensions);
    }

    /** Returns whether the client supports at least one kind of input request. */
    public boolean canAnswerInputRequests() {
        return !equals(withExtensionsOnly());
    }

    private static boolean hasMember(@Nullable Slice object, String name) {
        return object != null && Members.get(object, name) != null;
    }

    /** Returns whether the client supports this input request. */
    public boolean allows(String method, @Nullable Slice params) {
        return switch (method) {
            case "roots/list" -> roots;
            case "sampling/createMessage" ->
                sampling && (samplingTools || params == null || ObjectEdit.valueIn(params, "tools") == null);
            case "elicitation/create" -> "url".equals(ObjectEdit.textIn(params, "mode", 64)) ? urls : forms;
            default -> false;
        };
    }

    /** Writes the abilities as MCP capabilities. Equal abilities give equal bytes. */
    public Slice capabilities() {
        JsonWriter json = new JsonWriter(128).beginObject();
        if (forms || urls) {
            json.beginObject("elicitation");
            writeAbility("form", forms, json);
            writeAbility("url", urls, json);
            json.endObject();
        }
        if (sampling) {
            json.beginObject("sampling");
            writeAbility("tools", samplingTools, json);
            writeAbility("context", samplingContext, json);
            json.endObject();
        }
        writeAbility("roots", roots, json);
        if (!extensions.isEmpty()) {
            json.raw("extensions", Slice.of(extensions));
        }
        return json.endObject().slice();
    }

    private static void writeAbility(String name, boolean isSupported, JsonWriter json) {
        if (isSupported) {
            json.beginObject(name).endObject();
        }
    }
}

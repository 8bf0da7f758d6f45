package dev.plimsoll.gateway.wire;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * What a client can be asked, as it declares it: its user, by forms or by being sent to a URL; its model, with tools and with
 * what else it knows; its roots.
 */
public record Abilities(
        boolean forms, boolean urls, boolean sampling, boolean samplingTools, boolean samplingContext, boolean roots) {

    /** Of a client that can be asked nothing. */
    public static final Abilities NONE = new Abilities(false, false, false, false, false, false);

    /** As capabilities have it. An empty declaration of elicitation means forms. */
    public static Abilities of(@Nullable Slice capabilities) {
        if (capabilities == null) {
            return NONE;
        }
        Slice elicitation = ObjectEdit.objectIn(capabilities, "elicitation");
        boolean urls = has(elicitation, "url");
        Slice sampling = ObjectEdit.objectIn(capabilities, "sampling");
        return new Abilities(
                elicitation != null && (has(elicitation, "form") || !urls),
                urls,
                sampling != null,
                has(sampling, "tools"),
                has(sampling, "context"),
                ObjectEdit.objectIn(capabilities, "roots") != null);
    }

    private static boolean has(@Nullable Slice object, String name) {
        return object != null && Members.get(object, name) != null;
    }

    /** Whether a request to the client asks only for what it can. */
    public boolean allow(String method, @Nullable Slice params) {
        return switch (method) {
            case "roots/list" -> roots;
            case "sampling/createMessage" ->
                sampling && (samplingTools || params == null || ObjectEdit.valueIn(params, "tools") == null);
            case "elicitation/create" -> "url".equals(ObjectEdit.textIn(params, "mode", 64)) ? urls : forms;
            default -> false;
        };
    }

    /** As capabilities again, the same for the same abilities. */
    public Slice capabilities() {
        ByteSink out = new ByteSink(128).ascii("{");
        if (forms || urls) {
            out.ascii("\"elicitation\":{").ascii(forms ? "\"form\":{}" : "");
            out.ascii(forms && urls ? "," : "").ascii(urls ? "\"url\":{}" : "").ascii("}");
        }
        if (sampling) {
            out.ascii(out.size() == 1 ? "" : ",").ascii("\"sampling\":{");
            out.ascii(samplingTools ? "\"tools\":{}" : "").ascii(samplingTools && samplingContext ? "," : "");
            out.ascii(samplingContext ? "\"context\":{}" : "").ascii("}");
        }
        if (roots) {
            out.ascii(out.size() == 1 ? "" : ",").ascii("\"roots\":{}");
        }
        return out.ascii("}").slice();
    }
}

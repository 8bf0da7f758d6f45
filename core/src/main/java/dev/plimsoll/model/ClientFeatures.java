package dev.plimsoll.model;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import java.util.Objects;

/**
 * Protocol features of a client that an answer may use.
 *
 * @param readTool name of the tool for follow-up reads that this client sees
 * @param structured whether its revision has {@code structuredContent} (2025-06-18 and later)
 * @param anyStructured whether structured content may be any JSON value (2026-07-28 and later), not only an object
 * @param links whether it supports {@code resource_link} blocks (2025-06-18 and later)
 * @param elicitation whether it shows input requests to its user during this request (elicitation by form)
 * @param name name that the client sends, a hint about its limits; empty if it sends none
 * @param toolNames names of the tools as this client sees them
 * @param apps whether it shows apps to a person (MCP Apps)
 */
public record ClientFeatures(
        String readTool,
        boolean structured,
        boolean anyStructured,
        boolean links,
        boolean elicitation,
        String name,
        ToolNames toolNames,
        boolean apps) {

    public static final String READ_TOOL = "plimsoll_read";

    public ClientFeatures {
        Objects.requireNonNull(readTool, "readTool");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(toolNames, "toolNames");
    }

    /** Creates the features of a client that does not ask its user. */
    public ClientFeatures(String readTool, boolean structured, boolean anyStructured, boolean links) {
        this(readTool, structured, anyStructured, links, false, "", ToolNames.UNCHANGED, false);
    }

    /** Returns a copy that allows or forbids input requests to the user. */
    public ClientFeatures withElicitation(boolean hasElicitation) {
        return new ClientFeatures(readTool, structured, anyStructured, links, hasElicitation, name, toolNames, apps);
    }

    /** Returns a copy with this client name. */
    public ClientFeatures withName(String clientName) {
        return new ClientFeatures(readTool, structured, anyStructured, links, elicitation, clientName, toolNames, apps);
    }

    /** Returns a copy with these tool names. */
    public ClientFeatures withToolNames(ToolNames newToolNames) {
        return new ClientFeatures(readTool, structured, anyStructured, links, elicitation, name, newToolNames, apps);
    }

    /** Returns a copy that shows apps or does not. */
    public ClientFeatures withApps(boolean showsApps) {
        return new ClientFeatures(readTool, structured, anyStructured, links, elicitation, name, toolNames, showsApps);
    }

    /** Returns whether a result must say that it is complete, as 2026-07-28 and later require. */
    public boolean needsResultType() {
        return anyStructured;
    }

    /** Writes the member that marks a result as complete, if this client's revision requires it. */
    public void writeResultType(ByteSink out) {
        if (needsResultType()) {
            out.member("resultType").string("complete");
        }
    }

    /** Writes the member that marks a result as complete, if this client's revision requires it. */
    public void writeResultType(JsonWriter json) {
        if (needsResultType()) {
            json.string("resultType", "complete");
        }
    }

    /** Returns whether results of reads state how long they may be cached (2026-07-28 and later). */
    public boolean hasCacheLifetimes() {
        return anyStructured;
    }

    /** Returns the features of a client of revision 2025-06-18 or 2025-11-25. */
    public static ClientFeatures current() {
        return new ClientFeatures(READ_TOOL, true, false, true);
    }

    /** Returns the features of a client of a revision before 2025-06-18: content blocks only, no links. */
    public static ClientFeatures old() {
        return new ClientFeatures(READ_TOOL, false, false, false);
    }

    /** Returns the features of a client of revision 2026-07-28. */
    public static ClientFeatures modern() {
        return new ClientFeatures(READ_TOOL, true, true, true);
    }

    /** Returns a text that is the same in every process, because values are derived from it. */
    @Override
    public String toString() {
        return "Client[" + readTool + ", structured " + structured + ", anyStructured " + anyStructured + ", links "
                + links + ", asks " + elicitation + ", apps " + apps + ", " + name + "]";
    }
}

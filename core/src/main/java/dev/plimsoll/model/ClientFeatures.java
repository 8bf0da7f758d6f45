package dev.plimsoll.model;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import java.util.Objects;

/**
 * Protocol features of a client that an answer may use.
 *
 * @param readTool name of the tool for follow-up reads that this client sees
 * @param hasStructured whether its revision has {@code structuredContent} (2025-06-18 and later)
 * @param hasAnyStructured whether structured content may be any JSON value (2026-07-28 and later), not only an object
 * @param hasLinks whether it supports {@code resource_link} blocks (2025-06-18 and later)
 * @param hasElicitation whether it shows input requests to its user during this request (elicitation by form)
 * @param name name that the client sends, a hint about its limits; empty if it sends none
 * @param toolNames names of the tools as this client sees them
 * @param hasApps whether it shows apps to a person (MCP Apps)
 */
public record ClientFeatures(
        String readTool,
        boolean hasStructured,
        boolean hasAnyStructured,
        boolean hasLinks,
        boolean hasElicitation,
        String name,
        ToolNames toolNames,
        boolean hasApps) {

    public static final String READ_TOOL = "plimsoll_read";

    public ClientFeatures {
        Objects.requireNonNull(readTool, "readTool");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(toolNames, "toolNames");
    }

    /** Creates the features of a client without input requests. */
    public ClientFeatures(String readTool, boolean hasStructured, boolean hasAnyStructured, boolean hasLinks) {
        this(readTool, hasStructured, hasAnyStructured, hasLinks, false, "", ToolNames.UNCHANGED, false);
    }

    /** Returns a copy with this value of {@code hasElicitation}. */
    public ClientFeatures withElicitation(boolean canElicit) {
        return new ClientFeatures(
                readTool, hasStructured, hasAnyStructured, hasLinks, canElicit, name, toolNames, hasApps);
    }

    /** Returns a copy with this client name. */
    public ClientFeatures withName(String clientName) {
        return new ClientFeatures(
                readTool, hasStructured, hasAnyStructured, hasLinks, hasElicitation, clientName, toolNames, hasApps);
    }

    /** Returns a copy with these tool names. */
    public ClientFeatures withToolNames(ToolNames newToolNames) {
        return new ClientFeatures(
                readTool, hasStructured, hasAnyStructured, hasLinks, hasElicitation, name, newToolNames, hasApps);
    }

    /** Returns a copy with this value of {@code hasApps}. */
    public ClientFeatures withApps(boolean showsApps) {
        return new ClientFeatures(
                readTool, hasStructured, hasAnyStructured, hasLinks, hasElicitation, name, toolNames, showsApps);
    }

    /** Returns whether the client's revision is 2026-07-28 or later. */
    public boolean isModern() {
        return hasAnyStructured;
    }

    /** Returns whether a result must say that it is complete, as 2026-07-28 and later require. */
    public boolean needsResultType() {
        return isModern();
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
        return isModern();
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

    /** Returns a text that is equal in every process: the command {@code try} derives its cursors from it. */
    @Override
    public String toString() {
        return "Client[" + readTool + ", structured " + hasStructured + ", anyStructured " + hasAnyStructured
                + ", links " + hasLinks + ", asks " + hasElicitation + ", apps " + hasApps + ", " + name + "]";
    }
}

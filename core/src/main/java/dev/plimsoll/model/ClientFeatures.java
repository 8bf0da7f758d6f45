package dev.plimsoll.model;

import java.util.Objects;

/**
 * What the answer may use, because this client knows it.
 *
 * @param readTool the tool that reads on, as this client lists it
 * @param structured whether {@code structuredContent} exists in its revision (2025-06-18 and later)
 * @param anyStructured whether it may be any JSON value there (2026-07-28 and later), not an object only
 * @param links whether it knows {@code resource_link} blocks (2025-06-18 and later)
 * @param asks whether it puts questions to its user for this very request (elicitation by form)
 * @param name what it calls itself, a hint at what it can take; empty when it does not say
 * @param names what it calls the tools
 * @param apps whether it shows apps to a person (MCP Apps)
 */
public record ClientFeatures(
        String readTool,
        boolean structured,
        boolean anyStructured,
        boolean links,
        boolean asks,
        String name,
        ToolNames names,
        boolean apps) {

    public static final String READ_TOOL = "plimsoll_read";

    public ClientFeatures {
        Objects.requireNonNull(readTool, "readTool");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(names, "names");
    }

    /** One that asks its user nothing. */
    public ClientFeatures(String readTool, boolean structured, boolean anyStructured, boolean links) {
        this(readTool, structured, anyStructured, links, false, "", ToolNames.THEIR_OWN, false);
    }

    /** The same client, whose user may be asked, or may not. */
    public ClientFeatures asking(boolean allowed) {
        return new ClientFeatures(readTool, structured, anyStructured, links, allowed, name, names, apps);
    }

    /** The same client, that calls itself so. */
    public ClientFeatures named(String itself) {
        return new ClientFeatures(readTool, structured, anyStructured, links, asks, itself, names, apps);
    }

    /** The same client, which calls the tools like that. */
    public ClientFeatures naming(ToolNames other) {
        return new ClientFeatures(readTool, structured, anyStructured, links, asks, name, other, apps);
    }

    /** Returns the same client, which shows apps or does not. */
    public ClientFeatures withApps(boolean shown) {
        return new ClientFeatures(readTool, structured, anyStructured, links, asks, name, names, shown);
    }

    /** What each result of ours ends with, to say that it is no request for input: 2026-07-28 and later demand it. */
    public String tag() {
        return anyStructured ? ",\"resultType\":\"complete\"" : "";
    }

    /** Whether results of reading say how long they may be cached (2026-07-28 and later). */
    public boolean caches() {
        return anyStructured;
    }

    /** A client of revision 2025-06-18 or 2025-11-25. */
    public static ClientFeatures current() {
        return new ClientFeatures(READ_TOOL, true, false, true);
    }

    /** A client before 2025-06-18: content blocks only, no links. */
    public static ClientFeatures old() {
        return new ClientFeatures(READ_TOOL, false, false, false);
    }

    /** A client of revision 2026-07-28. */
    public static ClientFeatures modern() {
        return new ClientFeatures(READ_TOOL, true, true, true);
    }

    /** The same in every process: what is derived from it has to be. */
    @Override
    public String toString() {
        return "Client[" + readTool + ", structured " + structured + ", anyStructured " + anyStructured + ", links "
                + links + ", asks " + asks + ", apps " + apps + ", " + name + "]";
    }
}

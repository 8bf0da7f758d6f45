package dev.plimsoll.query.program;

import dev.plimsoll.json.Slice;

/** Tools that a program may call, as its host knows them. */
public interface ProgramTools {

    /**
     * Returns the properties of a tool that decide how a program may call it. A tool that does not exist
     * counts as one that reads; its call fails.
     */
    ToolCallRules callRules(String tool);

    /** Returns the descriptions of the tools, a JSON array. */
    Slice list();
}

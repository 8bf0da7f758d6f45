package dev.plimsoll.query.program;

/**
 * Rules for the calls of a tool in a program.
 *
 * @param server name of the tool's server; a call that writes makes earlier results of its server invalid
 * @param canWrite whether the tool may change something: then its calls run in program order, and a repeated call
 *     with the same arguments is made again
 * @param canRunAhead whether calls of the tool may be made before their turn, in parallel with other calls
 */
public record ToolCallRules(String server, boolean canWrite, boolean canRunAhead) {

    /** Creates the rules for a tool that only reads. */
    public static ToolCallRules forReader(String server) {
        return new ToolCallRules(server, false, true);
    }
}

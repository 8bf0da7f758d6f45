package dev.plimsoll.query.program;

/**
 * Rules for the calls of a tool in a program.
 *
 * @param server name of the tool's server; a call that writes makes earlier results of its server invalid
 * @param writes whether the tool may change something: then its calls run in program order, and equal calls
 *     are made again
 * @param ahead whether calls of the tool may be made before their turn, in parallel with others
 */
public record ToolUse(String server, boolean writes, boolean ahead) {

    /** Use of a tool that reads. */
    public static ToolUse reading(String server) {
        return new ToolUse(server, false, true);
    }
}

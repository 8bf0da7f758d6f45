package dev.plimsoll.query;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.node.NodePositions;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** Creates the message for an uncaught error of a failed call, or of the program itself. */
final class ProgramErrorText {

    private static final String QUERY_PREFIX = "query: ";
    private static final String PREFIX = "program: ";
    private static final int MAX_MESSAGE_LENGTH = 1_000;

    private ProgramErrorText() {}

    /** Returns a refusal that names the program in place of a query. */
    static RefusedException describe(RefusedException refused) {
        String message = refused.getMessage();
        return message.startsWith(QUERY_PREFIX)
                ? refused.withMessage(PREFIX + message.substring(QUERY_PREFIX.length()))
                : refused;
    }

    /**
     * Returns the refusal for an error.
     *
     * @param node node that failed; null if it is unknown
     */
    static RefusedException describe(
            QueryError error, QueryMeter queryMeter, NodePositions positions, @Nullable QueryNode node) {
        queryMeter.restoreDepth(0);
        String tool = textMember(error.value(), "tool", queryMeter);
        String code = textMember(error.value(), "code", queryMeter);
        if (tool == null || code == null) {
            return describe(QueryErrorText.create(error, queryMeter, false, positions, node));
        }
        String message = textMember(error.value(), "message", queryMeter);
        NodePositions.Excerpt excerpt = node == null ? null : positions.find(node);
        String positionPhrase = excerpt == null ? "" : ", at " + excerpt.position();
        RefusedException refused = new RefusedException(
                        findCode(code),
                        PREFIX + "the call of " + tool + " failed" + positionPhrase + ": "
                                + shorten(message == null ? code : message),
                        "correct the call, or catch its error: try call(…) catch .message")
                .detail("tool", tool);
        return excerpt == null ? refused : refused.detail("failed", excerpt.text());
    }

    private static @Nullable String textMember(Value error, String name, QueryMeter queryMeter) {
        Value member = error instanceof ObjectValue object ? object.get(StringValue.of(name), queryMeter) : null;
        return member instanceof StringValue text ? text.string() : null;
    }

    private static ErrorCode findCode(String name) {
        for (ErrorCode code : ErrorCode.values()) {
            if (code.name().equals(name)) {
                return code;
            }
        }
        return ErrorCode.TOOL_ERROR;
    }

    private static String shorten(String message) {
        return message.length() <= MAX_MESSAGE_LENGTH ? message : message.substring(0, MAX_MESSAGE_LENGTH - 1) + "…";
    }
}

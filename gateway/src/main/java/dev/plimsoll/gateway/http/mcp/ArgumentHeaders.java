package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.headers.HeaderValue;
import dev.plimsoll.gateway.headers.MirrorTable;
import dev.plimsoll.gateway.headers.MirroredArgument;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the headers {@code Mcp-Param-…}, which repeat arguments of tools because intermediaries see only headers. The
 * tool listings that clients got at this endpoint declare which arguments are repeated.
 *
 * <p>This transport reads arguments, because only it has the headers, and 2026-07-28 requires that a request whose headers
 * differ is refused with an HTTP status before anything else happens.
 */
final class ArgumentHeaders {

    private static final int MAX_NAME_LENGTH = 1024;

    private final MirrorTable mirrorTable = new MirrorTable();

    /**
     * Returns the requester of a posted body. If the body requests a tool listing, the returned peer also records the
     * arguments that the listing declares as repeated.
     */
    Peer wrapRequester(PostedBody postedBody, Peer requester) {
        return "tools/list".equals(postedBody.first().method()) ? new ListingRecorder(requester) : requester;
    }

    /** Refuses a call whose headers differ from its arguments. */
    void check(HttpCall call, Message message) throws HttpErrorException {
        if (mirrorTable.isEmpty() || !"tools/call".equals(message.method()) || message.params() == null) {
            return;
        }
        String tool = ObjectEdit.shortText(message.param("name"), MAX_NAME_LENGTH);
        Slice arguments = ObjectEdit.objectOrNull(message.param("arguments"));
        for (MirroredArgument argument : tool == null ? List.<MirroredArgument>of() : mirrorTable.argumentsOf(tool)) {
            List<String> values = call.headers(argument.header());
            if (values.size() > 1) {
                throw HttpErrorException.mismatch(message.id(), argument.header() + " occurs more than once");
            }
            String reason = values.isEmpty()
                    ? findMissingReason(argument, arguments)
                    : findMismatchReason(argument, arguments, values.get(0));
            if (reason != null) {
                throw HttpErrorException.mismatch(message.id(), argument.header() + reason);
            }
        }
    }

    private static @Nullable String findMissingReason(MirroredArgument argument, @Nullable Slice arguments) {
        return argument.isRequired(arguments) ? " is missing: it repeats " + argumentName(argument) : null;
    }

    private static @Nullable String findMismatchReason(
            MirroredArgument argument, @Nullable Slice arguments, String header) {
        String decoded = HeaderValue.decode(header.strip());
        if (decoded == null) {
            return " has invalid base64";
        }
        return argument.isConsistent(arguments, decoded) ? null : " differs from " + argumentName(argument);
    }

    private static String argumentName(MirroredArgument argument) {
        return "arguments." + String.join(".", argument.path());
    }

    private final class ListingRecorder implements Peer {

        private final Peer requester;

        ListingRecorder(Peer requester) {
            this.requester = requester;
        }

        @Override
        public void send(Message response) throws IOException {
            Slice result = response.result();
            if (result != null) {
                mirrorTable.update(result);
            }
            requester.send(response);
        }

        @Override
        public void onCancelled() {
            requester.onCancelled();
        }
    }
}

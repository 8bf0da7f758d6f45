package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.mirror.HeaderValue;
import dev.plimsoll.gateway.mirror.MirrorTable;
import dev.plimsoll.gateway.mirror.MirroredArgument;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks headers that repeat arguments ({@code Mcp-Param-…}) for intermediaries that see only headers. The listings that
 * clients got at this endpoint define these arguments, under the tool names of this endpoint.
 */
final class ArgumentHeaders {

    private static final int LONGEST_NAME = 1024;

    private final MirrorTable listed = new MirrorTable();

    /** Returns a peer that passes responses on and learns from listings of tools. */
    Peer learning(PostedBody postedBody, Peer answers) {
        return "tools/list".equals(postedBody.first().method()) ? new Learning(answers) : answers;
    }

    /** Refuses a call whose headers differ from its arguments. */
    void check(HttpCall call, Message message) throws HttpErrorException {
        if (listed.isEmpty() || !"tools/call".equals(message.method()) || message.params() == null) {
            return;
        }
        String tool = ObjectEdit.textIn(message.params(), "name", LONGEST_NAME);
        Slice arguments = ObjectEdit.objectIn(message.params(), "arguments");
        for (MirroredArgument argument : tool == null ? List.<MirroredArgument>of() : listed.of(tool)) {
            List<String> values = call.headers(argument.header());
            if (values.size() > 1) {
                throw HttpErrorException.mismatch(message.id(), argument.header() + " occurs more than once");
            }
            String reason = values.isEmpty() ? missing(argument, arguments) : wrong(argument, arguments, values.get(0));
            if (reason != null) {
                throw HttpErrorException.mismatch(message.id(), argument.header() + reason);
            }
        }
    }

    private static @Nullable String missing(MirroredArgument argument, @Nullable Slice arguments) {
        return argument.asked(arguments) ? " is missing: it repeats " + name(argument) : null;
    }

    private static @Nullable String wrong(MirroredArgument argument, @Nullable Slice arguments, String header) {
        String plain = HeaderValue.plain(header.strip());
        if (plain == null) {
            return " has invalid base64";
        }
        return argument.agrees(arguments, plain) ? null : " differs from " + name(argument);
    }

    private static String name(MirroredArgument argument) {
        return "arguments." + String.join(".", argument.path());
    }

    private final class Learning implements Peer {

        private final Peer answers;

        Learning(Peer answers) {
            this.answers = answers;
        }

        @Override
        public void send(Slice... pieces) throws IOException {
            Slice whole = Message.joined(pieces);
            Message answer = Message.of(whole);
            if (answer != null && answer.result() != null) {
                listed.learn(answer.result());
            }
            answers.send(whole);
        }

        @Override
        public void onCancelled() {
            answers.onCancelled();
        }
    }
}

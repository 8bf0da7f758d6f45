package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Client;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.view.ArgumentReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reading on: in what is kept of the server that the cursor is for, whether that is there or not. */
final class Reading {

    private static final String OURS = "plimsoll://";

    private static final int LONGEST_CURSOR = 8_192;

    private Reading() {}

    /** A call of the tool that reads on. */
    static void answer(Message request, Flight flight, Talk talk) {
        Slice params = request.params();
        Slice arguments = params == null ? null : ObjectEdit.objectIn(params, "arguments");
        String cursor = arguments == null ? null : cursor(arguments);
        Spoke owner = cursor == null ? null : owner(cursor, talk);
        if (owner != null || cursor == null) {
            kept(owner == null ? talk.spoke(0) : owner, request, flight);
            return;
        }
        List<Spoke> readers = readers(talk);
        if (readers.isEmpty() && isUnknown(talk)) {
            Learning.learn(talk.spokes(), Kind.TOOLS, Learning.params(request));
            readers = readers(talk);
        }
        if (readers.size() == 1) {
            // another of our kind: what is not ours may be its
            Calls.forward(readers.get(0), request.bytes(), flight, false);
        } else if (readers.isEmpty()) {
            kept(talk.spoke(0), request, flight);
        } else {
            talk.spoke(0).refuseForAll(request, whose(readers), flight);
        }
    }

    private static RefusedException whose(List<Spoke> readers) {
        List<String> names = readers.stream()
                .map(spoke -> spoke.name() + "__" + Client.READ_TOOL)
                .toList();
        return new RefusedException(
                ErrorCode.CURSOR_INVALID,
                "invalid cursor format or not a cursor of yours: it must be copied exactly",
                "copy nextCursor from the last answer; if that came from a server that pages by itself, call "
                        + String.join(" or ", names));
    }

    /** Whether this URI is one of ours; then it is read as any page is. */
    static boolean isOurs(String uri) {
        return uri.startsWith(OURS);
    }

    static void resource(String uri, Message request, Flight flight, Talk talk) {
        Spoke owner = owner(uri, talk);
        kept(owner == null ? talk.spoke(0) : owner, request, flight);
    }

    private static void kept(Spoke spoke, Message request, Flight flight) {
        spoke.kept().hear(request.bytes(), flight);
    }

    private static @Nullable String cursor(Slice arguments) {
        for (String name : ArgumentReader.CURSORS) {
            String cursor = ObjectEdit.textIn(arguments, name, LONGEST_CURSOR);
            if (cursor != null) {
                return cursor;
            }
        }
        return null;
    }

    /** The server that the result came from; where that has another name by now, one with its identity. */
    private static @Nullable Spoke owner(String cursor, Talk talk) {
        Spoke other = null;
        for (Spoke spoke : talk.spokes()) {
            String server = spoke.serverOf(cursor);
            if (spoke.name().equals(server)) {
                return spoke;
            }
            other = other == null && server != null ? spoke : other;
        }
        return other;
    }

    /** The servers that list a tool of their own that reads on. */
    static List<Spoke> readers(Talk talk) {
        List<Spoke> readers = new ArrayList<>();
        for (Spoke spoke : talk.spokes()) {
            if (Boolean.TRUE.equals(talk.circle().reads(spoke.index()))) {
                readers.add(spoke);
            }
        }
        return readers;
    }

    private static boolean isUnknown(Talk talk) {
        return talk.spokes().stream().anyMatch(spoke -> talk.circle().reads(spoke.index()) == null);
    }
}

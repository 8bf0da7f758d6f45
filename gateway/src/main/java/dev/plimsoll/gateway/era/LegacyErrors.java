package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Map;

/** Error codes that later revisions gave up, as these have them. */
final class LegacyErrors {

    /** A resource that is not there; a URL that the user has to visit first, which nobody can be asked to here. */
    private static final Map<String, Integer> CODES =
            Map.of("-32002", Fault.INVALID_PARAMS, "-32042", Fault.INTERNAL_ERROR);

    private LegacyErrors() {}

    static Slice translated(Message message) {
        Slice error = Members.get(message.bytes(), "error");
        Slice code = error == null ? null : ObjectEdit.valueIn(error, "code");
        Integer other = code == null ? null : CODES.get(code.utf8());
        return code == null || other == null
                ? message.bytes()
                : Message.joined(message.with(code, List.of(Slice.of(other.toString()))));
    }
}

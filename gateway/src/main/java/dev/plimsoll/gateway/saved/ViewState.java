package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;

/**
 * Last known state of a view. Only a fingerprint of the value is stored, never the value.
 *
 * @param fingerprint fingerprint of the value; empty if no value is known
 * @param version number of changes of the value
 */
record ViewState(String fingerprint, long version) {

    static final ViewState UNKNOWN = new ViewState("", 0);

    private static final int MAX_BYTES = 128;

    /** Returns the state after a result with this fingerprint; this state if the value has not changed. */
    ViewState withValue(String newFingerprint) {
        return newFingerprint.equals(fingerprint) ? this : new ViewState(newFingerprint, version + 1);
    }

    Slice toJson() {
        JsonWriter json = new JsonWriter(MAX_BYTES).beginObject().string("fingerprint", fingerprint);
        return json.number("version", version).endObject().slice();
    }

    /** Returns the state in the content of a file; {@link #UNKNOWN} if the content is not a state. */
    static ViewState parse(Slice json) {
        String fingerprint = Json.isValid(json) ? ObjectEdit.textIn(json, "fingerprint", MAX_BYTES) : null;
        Slice version = fingerprint == null ? null : ObjectEdit.valueIn(json, "version");
        if (fingerprint == null || version == null || !version.utf8().matches("[0-9]{1,15}")) {
            return UNKNOWN;
        }
        return new ViewState(fingerprint, Long.parseLong(version.utf8()));
    }
}

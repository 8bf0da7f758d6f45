package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The properties of a legacy client from {@code initialize}, which each modern request repeats. */
final class InitializeData {

    static final String NEWEST = "2025-11-25";

    private static final String VERSION = ModernMessages.META + "protocolVersion";
    private static final String INFO = ModernMessages.META + "clientInfo";
    private static final String CAPABILITIES = ModernMessages.META + "clientCapabilities";
    private static final String LEVEL = ModernMessages.META + "logLevel";
    private static final String TASKS = ModernMessages.META + "tasks";
    private static final Set<String> OURS = Set.of(VERSION, INFO, CAPABILITIES, LEVEL);
    private static final Slice NOTHING = Slice.of("{}");

    private volatile String revision = NEWEST;
    private volatile Slice capabilities = NOTHING;
    private volatile @Nullable Slice info;
    private volatile @Nullable String logLevel;

    /** Reads the parameters of {@code initialize}. */
    void opening(@Nullable Slice params) {
        String requested = ObjectEdit.textIn(params, "protocolVersion", 64);
        revision = requested != null && InitializeReplay.KNOWN.contains(requested) ? requested : NEWEST;
        Slice declared = params == null ? null : ObjectEdit.objectIn(params, "capabilities");
        capabilities = declared == null ? NOTHING : copied(without(declared));
        Slice named = params == null ? null : ObjectEdit.objectIn(params, "clientInfo");
        info = named == null ? null : copied(named);
    }

    private static Slice copied(Slice slice) {
        return Slice.of(slice.toByteArray());
    }

    /**
     * Removes capabilities that 2026-07-28 does not have: tasks of the older kind, and changes of roots, which are requested
     * each time.
     */
    private static Slice without(Slice declared) {
        Slice rest = ObjectEdit.without(declared, "tasks");
        Slice extensions = ObjectEdit.objectIn(rest, "extensions");
        if (extensions != null) {
            rest = ObjectEdit.with(rest, "extensions", ObjectEdit.without(extensions, TASKS));
        }
        Slice roots = ObjectEdit.objectIn(rest, "roots");
        return roots == null ? rest : ObjectEdit.with(rest, "roots", ObjectEdit.without(roots, "listChanged"));
    }

    /** Returns the revision of the session: that of the client if it is known. */
    String revision() {
        return revision;
    }

    /** Sets the log level. Returns false if it does not exist. */
    boolean logLevel(@Nullable String level) {
        boolean known = level != null && LogLevels.of(level) >= 0;
        if (known) {
            logLevel = level;
        }
        return known;
    }

    /** Returns whether the client has declared the capability that this input request needs. */
    boolean can(String method, @Nullable Slice params) {
        return ClientAbilities.of(capabilities).allow(method, params);
    }

    /** Returns the parameters of a request with the client's metadata. */
    Slice said(@Nullable Slice params) {
        Slice object = params == null || Json.type(params) != JsonType.OBJECT ? NOTHING : params;
        return ObjectEdit.with(object, "_meta", meta(ObjectEdit.objectIn(object, "_meta")));
    }

    private Slice meta(@Nullable Slice own) {
        ByteSink out = new ByteSink(256 + capabilities.length()).ascii("{");
        out.string(VERSION).ascii(":").string(ModernMessages.VERSION);
        out.ascii(",").string(CAPABILITIES).ascii(":").raw(capabilities);
        Slice named = info;
        if (named != null) {
            out.ascii(",").string(INFO).ascii(":").raw(named);
        }
        String level = logLevel;
        if (level != null) {
            out.ascii(",").string(LEVEL).ascii(":").string(level);
        }
        if (own != null) {
            Members members = Members.of(own);
            while (members.next()) {
                if (!OURS.contains(members.keyText())) {
                    out.ascii(",").raw(members.member());
                }
            }
        }
        return out.ascii("}").slice();
    }
}

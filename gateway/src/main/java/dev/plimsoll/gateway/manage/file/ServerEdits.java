package dev.plimsoll.gateway.manage.file;

import dev.plimsoll.gateway.config.edit.EditException;
import dev.plimsoll.gateway.config.edit.YamlEntryEditor;
import dev.plimsoll.gateway.manage.file.ConfigEditException.Reason;
import dev.plimsoll.gateway.manage.file.ConfigEditor.TextChange;
import dev.plimsoll.json.Slice;
import java.util.List;

/** Changes of the servers in a configuration file. */
public final class ServerEdits {

    private static final String SERVERS = "servers";
    private static final String RESERVED_NAME = "plimsoll";
    private static final String ENABLED = "enabled";

    private ServerEdits() {}

    /** Returns the change that adds a server. The settings are a JSON object. */
    public static TextChange add(String name, Slice settings) {
        return text -> {
            if (name.equals(RESERVED_NAME)) {
                throw new ConfigEditException(
                        Reason.INVALID, "the name " + RESERVED_NAME + " is reserved; use another name");
            }
            if (YamlEntryEditor.contains(text, List.of(SERVERS, name))) {
                throw new ConfigEditException(
                        Reason.CONFLICT,
                        "there already is a server " + name + "; remove it first, or use another name");
            }
            return YamlEntryEditor.put(text, List.of(SERVERS, name), settings);
        };
    }

    /** Returns the change that removes a server. */
    public static TextChange remove(String name) {
        return text -> {
            requireServer(text, name);
            return YamlEntryEditor.remove(text, List.of(SERVERS, name));
        };
    }

    /** Returns the change that starts or stops a server: it sets {@code enabled}. */
    public static TextChange setEnabled(String name, boolean isEnabled) {
        return text -> {
            requireServer(text, name);
            List<String> path = List.of(SERVERS, name, ENABLED);
            // without the key, a server is enabled
            return isEnabled && !YamlEntryEditor.contains(text, path)
                    ? text
                    : YamlEntryEditor.put(text, path, Slice.of(String.valueOf(isEnabled)));
        };
    }

    private static void requireServer(String text, String name) throws ConfigEditException {
        try {
            if (!YamlEntryEditor.contains(text, List.of(SERVERS, name))) {
                throw new ConfigEditException(Reason.UNKNOWN_SERVER, "the file has no server " + name);
            }
        } catch (EditException e) {
            throw new ConfigEditException(Reason.INVALID, e.getMessage(), e);
        }
    }
}

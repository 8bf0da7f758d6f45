package dev.plimsoll.gateway.hub.server;

import dev.plimsoll.app.AppPage;
import dev.plimsoll.app.AppUse;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts the addresses of one server's app pages, so that they do not collide with those of other servers:
 * {@code ui://REST} becomes {@code ui://SERVER/REST}. All other bytes stay the same.
 */
public final class AppAddresses {

    private final String prefix;

    public AppAddresses(String server) {
        this.prefix = AppPage.SCHEME + server + "/";
    }

    /** Returns the address for clients; the given address if it is not that of an app page. */
    public String toClientUri(String uri) {
        return AppPage.isAppUri(uri) ? prefix + uri.substring(AppPage.SCHEME.length()) : uri;
    }

    /** Returns the server's own address for a client's address; null if it belongs to another server. */
    public @Nullable String toServerUri(String clientUri) {
        return clientUri.startsWith(prefix) ? AppPage.SCHEME + clientUri.substring(prefix.length()) : null;
    }

    /** Returns an entry of {@code tools/list} with the addresses for clients. */
    public Slice convertTool(Slice entry) {
        return convertAddresses(entry, AppUse.pageUris(Members.get(entry, "_meta")));
    }

    /** Returns the object with the address in this member replaced by the address for clients. */
    public Slice convertMember(Slice object, String member) {
        Slice value = Json.type(object) == JsonType.OBJECT ? Members.get(object, member) : null;
        return value == null ? object : convertAddresses(object, List.of(value));
    }

    /**
     * Returns the result of a tool, {@code resources/read}, or {@code prompts/get} with the addresses for clients in
     * contents and links.
     */
    public Slice convertResult(Slice result) {
        if (Json.type(result) != JsonType.OBJECT) {
            return result;
        }
        List<Slice> addresses = new ArrayList<>();
        Members members = Members.of(result);
        while (members.next()) {
            if (members.type() == JsonType.ARRAY && (members.keyIs("content") || members.keyIs("contents"))) {
                Elements elements = members.elements();
                while (elements.next()) {
                    if (elements.type() == JsonType.OBJECT) {
                        addBlockAddresses(elements.members(), addresses, true);
                    }
                }
            } else if (members.type() == JsonType.ARRAY && members.keyIs("messages")) {
                addMessageAddresses(members.elements(), addresses);
            }
        }
        return convertAddresses(result, addresses);
    }

    private static void addMessageAddresses(Elements messages, List<Slice> addresses) {
        while (messages.next()) {
            Slice message = messages.value();
            Slice content = messages.type() == JsonType.OBJECT ? Members.get(message, "content") : null;
            if (content != null && Json.type(content) == JsonType.OBJECT) {
                addBlockAddresses(Members.of(content), addresses, true);
            }
        }
    }

    private static void addBlockAddresses(Members block, List<Slice> addresses, boolean isOutermost) {
        while (block.next()) {
            if (block.type() == JsonType.STRING && block.keyIs("uri")) {
                addresses.add(block.value());
            } else if (isOutermost && block.type() == JsonType.OBJECT && block.keyIs("resource")) {
                addBlockAddresses(block.members(), addresses, false);
            }
        }
    }

    private Slice convertAddresses(Slice object, List<Slice> values) {
        List<Slice> addresses = values.stream()
                .filter(AppAddresses::isAddress)
                .sorted(Comparator.comparingInt(Slice::from))
                .toList();
        if (addresses.isEmpty()) {
            return object;
        }
        ByteSink out = new ByteSink(object.length() + addresses.size() * (prefix.length() + 8));
        int copiedUntil = object.from();
        for (Slice address : addresses) {
            out.raw(new Slice(object.bytes(), copiedUntil, address.from()));
            out.string(toClientUri(JsonText.unescapeToString(Json.stringInside(address))));
            copiedUntil = address.to();
        }
        return out.raw(new Slice(object.bytes(), copiedUntil, object.to())).slice();
    }

    private static boolean isAddress(Slice value) {
        return Json.type(value) == JsonType.STRING
                && AppPage.isAppUri(JsonText.unescapeToString(Json.stringInside(value)));
    }
}

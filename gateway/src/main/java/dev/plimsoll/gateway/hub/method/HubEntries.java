package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.app.AppPage;
import dev.plimsoll.gateway.hub.server.AppAddresses;
import dev.plimsoll.gateway.hub.server.HubNames;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.ServerGroup;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Registers listing entries and rewrites them for clients. */
final class HubEntries {

    private static final int MAX_NAME_LENGTH = 1024;
    private static final int MAX_URI_LENGTH = 65_536;
    private static final Slice NOT_LISTED = Slice.of("");

    private HubEntries() {}

    /** Registers the entries, so that later requests for them go to this server. */
    static void register(ServerLink serverLink, ListKind listKind, Slice entries) {
        List<String> identifiers = new ArrayList<>();
        String member = switch (listKind) {
            case TOOLS, PROMPTS -> "name";
            case RESOURCES -> "uri";
            case TEMPLATES -> "uriTemplate";
            case TASKS -> "taskId";
        };
        ItemIndex items = ItemIndex.of(entries);
        for (int i = 0; i < items.count(); i++) {
            String identifier = ObjectEdit.textIn(items.item(i), member, MAX_URI_LENGTH);
            if (identifier != null) {
                identifiers.add(identifier);
            }
            if (listKind == ListKind.TOOLS) {
                serverLink.serverGroup().appTools().add(serverLink.index(), items.item(i));
            } else if (identifier != null && AppPage.isAppUri(identifier)) {
                serverLink.serverGroup().appTools().addPage(serverLink.index());
            }
        }
        ServerGroup serverGroup = serverLink.serverGroup();
        switch (listKind) {
            case TOOLS -> serverGroup.tools().register(serverLink.index(), validNames(identifiers));
            case PROMPTS -> serverGroup.prompts().register(serverLink.index(), validNames(identifiers));
            case RESOURCES -> identifiers.forEach(uri -> serverGroup.resources().add(serverLink.index(), uri));
            case TEMPLATES ->
                identifiers.forEach(template -> serverGroup.resources().addTemplate(serverLink.index(), template));
            case TASKS -> identifiers.forEach(id -> serverGroup.tasks().add(serverLink, id));
        }
    }

    private static List<String> validNames(List<String> names) {
        return names.stream()
                .filter(name ->
                        !name.isEmpty() && name.length() <= MAX_NAME_LENGTH && !name.equals(ClientFeatures.READ_TOOL))
                .toList();
    }

    /** Returns the entry as the client sees it, or an empty slice if clients cannot request it. */
    static Slice forClient(ServerLink serverLink, ListKind listKind, Slice entry, HubSession hubSession) {
        AppAddresses addresses = new AppAddresses(serverLink.name());
        return switch (listKind) {
            case TOOLS -> {
                Slice renamedEntry =
                        withClientName(serverLink, hubSession.serverGroup().tools(), entry);
                yield renamedEntry.isEmpty() ? renamedEntry : addresses.convertTool(renamedEntry);
            }
            case RESOURCES -> addresses.convertMember(entry, "uri");
            case TEMPLATES -> addresses.convertMember(entry, "uriTemplate");
            case PROMPTS -> withClientName(serverLink, hubSession.serverGroup().prompts(), entry);
            case TASKS -> hubSession.serverGroup().tasks().withClientIdOfTask(serverLink, entry);
        };
    }

    private static Slice withClientName(ServerLink serverLink, HubNames hubNames, Slice entry) {
        String name = ObjectEdit.textIn(entry, "name", MAX_NAME_LENGTH);
        String clientName = name == null ? null : hubNames.clientName(serverLink.index(), name);
        if (clientName == null || hubNames.find(clientName) == null) {
            return NOT_LISTED;
        }
        return ObjectEdit.with(entry, "name", new ByteSink().string(clientName).slice());
    }

    /** Returns whether the entry is the read tool ({@code plimsoll_read}). */
    static boolean isReadTool(Slice entry) {
        return ClientFeatures.READ_TOOL.equals(ObjectEdit.textIn(entry, "name", MAX_NAME_LENGTH));
    }

    /**
     * Returns the read tool of one server under a prefixed name if several servers have a read tool; otherwise null,
     * because the read tool without a prefix suffices.
     */
    static @Nullable Slice prefixedReadTool(ServerLink serverLink, Slice entry) {
        if (!Boolean.TRUE.equals(serverLink.serverGroup().hasReadTool(serverLink.index()))
                || ReadHandler.findServersWithReadTool(serverLink.hubSession()).size() < 2) {
            return null;
        }
        serverLink.serverGroup().tools().register(serverLink.index(), List.of(ClientFeatures.READ_TOOL));
        return withClientName(serverLink, serverLink.serverGroup().tools(), entry);
    }
}

package dev.plimsoll.gateway.hub;

import dev.plimsoll.app.AppPage;
import dev.plimsoll.gateway.apps.AppAddresses;
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

    private static final int LONGEST_NAME = 1024;
    private static final int LONGEST_URI = 65_536;
    private static final Slice NOTHING = Slice.of("");

    private HubEntries() {}

    /** Registers the entries, so that later requests that name them reach this server. */
    static void register(ServerLink serverLink, ListKind listKind, Slice entries) {
        List<String> texts = new ArrayList<>();
        String member = switch (listKind) {
            case TOOLS, PROMPTS -> "name";
            case RESOURCES -> "uri";
            case TEMPLATES -> "uriTemplate";
            case TASKS -> "taskId";
        };
        ItemIndex items = ItemIndex.of(entries);
        for (int i = 0; i < items.count(); i++) {
            String text = ObjectEdit.textIn(items.item(i), member, LONGEST_URI);
            if (text != null) {
                texts.add(text);
            }
            if (listKind == ListKind.TOOLS) {
                serverLink.circle().appTools().add(serverLink.index(), items.item(i));
            } else if (text != null && AppPage.isAddress(text)) {
                serverLink.circle().appTools().addPage(serverLink.index());
            }
        }
        ServerGroup serverGroup = serverLink.circle();
        switch (listKind) {
            case TOOLS -> serverGroup.tools().give(serverLink.index(), named(texts));
            case PROMPTS -> serverGroup.prompts().give(serverLink.index(), named(texts));
            case RESOURCES -> texts.forEach(uri -> serverGroup.resources().add(serverLink.index(), uri));
            case TEMPLATES ->
                texts.forEach(template -> serverGroup.resources().addTemplate(serverLink.index(), template));
            case TASKS -> texts.forEach(id -> serverGroup.tasks().add(serverLink, id));
        }
    }

    private static List<String> named(List<String> names) {
        return names.stream()
                .filter(name ->
                        !name.isEmpty() && name.length() <= LONGEST_NAME && !name.equals(ClientFeatures.READ_TOOL))
                .toList();
    }

    /** Returns the entry as the client sees it, or an empty slice if no client could request it. */
    static Slice shown(ServerLink serverLink, ListKind listKind, Slice entry, HubSession hubSession) {
        AppAddresses addresses = new AppAddresses(serverLink.name());
        return switch (listKind) {
            case TOOLS -> {
                Slice renamed = renamed(serverLink, hubSession.circle().tools(), entry);
                yield renamed.isEmpty() ? renamed : addresses.inTool(renamed);
            }
            case RESOURCES -> addresses.inMember(entry, "uri");
            case TEMPLATES -> addresses.inMember(entry, "uriTemplate");
            case PROMPTS -> renamed(serverLink, hubSession.circle().prompts(), entry);
            case TASKS -> hubSession.circle().tasks().shown(serverLink, entry);
        };
    }

    private static Slice renamed(ServerLink serverLink, HubNames hubNames, Slice entry) {
        String name = ObjectEdit.textIn(entry, "name", LONGEST_NAME);
        String shown = name == null ? null : hubNames.shown(serverLink.index(), name);
        if (shown == null || hubNames.get(shown) == null) {
            return NOTHING;
        }
        return ObjectEdit.with(entry, "name", new ByteSink().string(shown).slice());
    }

    /** Returns whether the entry is the read tool ({@code plimsoll_read}). */
    static boolean reads(Slice entry) {
        return ClientFeatures.READ_TOOL.equals(ObjectEdit.textIn(entry, "name", LONGEST_NAME));
    }

    /**
     * Returns the server's own read tool under a prefixed name if several servers have one; null if no prefix is
     * needed.
     */
    static @Nullable Slice ownReader(ServerLink serverLink, Slice entry) {
        if (!Boolean.TRUE.equals(serverLink.circle().reads(serverLink.index()))
                || ReadHandler.readers(serverLink.talk()).size() < 2) {
            return null;
        }
        serverLink.circle().tools().give(serverLink.index(), List.of(ClientFeatures.READ_TOOL));
        return renamed(serverLink, serverLink.circle().tools(), entry);
    }
}

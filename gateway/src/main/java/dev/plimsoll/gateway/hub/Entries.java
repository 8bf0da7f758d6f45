package dev.plimsoll.gateway.hub;

import dev.plimsoll.app.AppPage;
import dev.plimsoll.gateway.apps.AppAddresses;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Client;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries of listings: what is learned of them, and how clients see them. */
final class Entries {

    private static final int LONGEST_NAME = 1024;
    private static final int LONGEST_URI = 65_536;
    private static final Slice NOTHING = Slice.of("");

    private Entries() {}

    /** Whatever clients may name later leads to this server. */
    static void register(Spoke spoke, Kind kind, Slice entries) {
        List<String> texts = new ArrayList<>();
        String member = switch (kind) {
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
            if (kind == Kind.TOOLS) {
                spoke.circle().appTools().add(spoke.index(), items.item(i));
            } else if (text != null && AppPage.isAddress(text)) {
                spoke.circle().appTools().addPage(spoke.index());
            }
        }
        Circle circle = spoke.circle();
        switch (kind) {
            case TOOLS -> circle.tools().give(spoke.index(), named(texts));
            case PROMPTS -> circle.prompts().give(spoke.index(), named(texts));
            case RESOURCES -> texts.forEach(uri -> circle.resources().add(spoke.index(), uri));
            case TEMPLATES -> texts.forEach(template -> circle.resources().addTemplate(spoke.index(), template));
            case TASKS -> texts.forEach(id -> circle.tasks().add(spoke, id));
        }
    }

    private static List<String> named(List<String> names) {
        return names.stream()
                .filter(name -> !name.isEmpty() && name.length() <= LONGEST_NAME && !name.equals(Client.READ_TOOL))
                .toList();
    }

    /** As the client sees it; empty for what nobody could ask for. */
    static Slice shown(Spoke spoke, Kind kind, Slice entry, Talk talk) {
        AppAddresses addresses = new AppAddresses(spoke.name());
        return switch (kind) {
            case TOOLS -> {
                Slice renamed = renamed(spoke, talk.circle().tools(), entry);
                yield renamed.isEmpty() ? renamed : addresses.inTool(renamed);
            }
            case RESOURCES -> addresses.inMember(entry, "uri");
            case TEMPLATES -> addresses.inMember(entry, "uriTemplate");
            case PROMPTS -> renamed(spoke, talk.circle().prompts(), entry);
            case TASKS -> talk.circle().tasks().shown(spoke, entry);
        };
    }

    private static Slice renamed(Spoke spoke, Names names, Slice entry) {
        String name = ObjectEdit.textIn(entry, "name", LONGEST_NAME);
        String shown = name == null ? null : names.shown(spoke.index(), name);
        if (shown == null || names.get(shown) == null) {
            return NOTHING;
        }
        return ObjectEdit.with(entry, "name", new ByteSink().string(shown).slice());
    }

    /** Whether it is the tool that reads on. */
    static boolean reads(Slice entry) {
        return Client.READ_TOOL.equals(ObjectEdit.textIn(entry, "name", LONGEST_NAME));
    }

    /** The tool that reads on of a server which has one of its own, as others have too; null where no such need be told apart. */
    static @Nullable Slice ownReader(Spoke spoke, Slice entry) {
        if (!Boolean.TRUE.equals(spoke.circle().reads(spoke.index()))
                || Reading.readers(spoke.talk()).size() < 2) {
            return null;
        }
        spoke.circle().tools().give(spoke.index(), List.of(Client.READ_TOOL));
        return renamed(spoke, spoke.circle().tools(), entry);
    }
}

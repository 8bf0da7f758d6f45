package dev.plimsoll.engine.result;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.shape.result.AnswerMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Separates the part of a result that the model reads from the part for an app, and joins an answer with the app's part. */
public final class AppContentSplitter {

    private AppContentSplitter() {}

    /** Returns the part of the result that the model reads, without the part for an app. */
    static Slice forModel(ToolResult result, AppPart appPart) {
        boolean isDataForApp = appPart == AppPart.DATA;
        ByteSink out = new ByteSink(1024).ascii("{");
        Members members = Members.of(result.raw());
        while (members.next()) {
            boolean isDropped = isDataForApp && (members.keyIs("structuredContent") || members.keyIs("_meta"));
            if (!isDropped) {
                if (members.keyIs("content")) {
                    writeBlocks(
                            result.blocks().stream()
                                    .filter(contentBlock -> !contentBlock.isAppPage())
                                    .toList(),
                            out.member("content"));
                } else {
                    out.ascii(out.size() == 1 ? "" : ",").raw(members.member());
                }
            }
        }
        return out.ascii("}").slice();
    }

    /** Returns the part of the result that the model reads; the same object if nothing is for an app. */
    public static ToolResult modelResult(ToolResult result, AppPart appPart) {
        ToolResult modelPart = appPart == AppPart.NONE ? result : ToolResult.parse(forModel(result, appPart));
        return modelPart == null ? result : modelPart;
    }

    private static void writeBlocks(List<ContentBlock> blocks, ByteSink out) {
        out.array(blocks, (contentBlock, sink) -> sink.raw(contentBlock.raw()));
    }

    /**
     * Joins an answer for the model with the part for an app. App pages follow the answer's own blocks. The
     * other members for the app keep the server's bytes, except {@code _meta}, to which Plimsoll's members are added.
     */
    static Slice join(ToolResult result, Slice answer, AppPart appPart) {
        Slice content = appendAppPages(result, Members.get(answer, "content"));
        Slice memberSource = appPart == AppPart.DATA ? result.raw() : answer;
        ByteSink out = new ByteSink(memberSource.length() + content.length() + 512)
                .ascii("{")
                .member("content")
                .raw(content);
        Members members = Members.of(memberSource);
        while (members.next()) {
            if (!members.keyIs("content") && !(appPart == AppPart.DATA && members.keyIs("_meta"))) {
                out.ascii(",").raw(members.member());
            }
        }
        if (appPart == AppPart.DATA) {
            AnswerMeta.writeJoined(out, result.meta(), objectOrNull(Members.get(answer, "_meta")));
        }
        return out.ascii("}").slice();
    }

    private static @Nullable Slice objectOrNull(@Nullable Slice value) {
        return value == null || Json.type(value) != JsonType.OBJECT ? null : value;
    }

    private static Slice appendAppPages(ToolResult result, @Nullable Slice content) {
        List<ContentBlock> appPages =
                result.blocks().stream().filter(ContentBlock::isAppPage).toList();
        Slice blocks = content == null ? Slice.of("[]") : Json.trim(content);
        if (appPages.isEmpty()) {
            return blocks;
        }
        ByteSink out = new ByteSink(blocks.length() + 1024).raw(blocks.sub(0, blocks.length() - 1));
        boolean isEmpty = Json.trim(blocks.sub(1, blocks.length() - 1)).isEmpty();
        for (int i = 0; i < appPages.size(); i++) {
            out.ascii(isEmpty && i == 0 ? "" : ",").raw(appPages.get(i).raw());
        }
        return out.ascii("]").slice();
    }
}

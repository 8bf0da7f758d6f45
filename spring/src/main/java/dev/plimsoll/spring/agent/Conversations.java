package dev.plimsoll.spring.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ToolContext;

/** Finds the conversation that a call belongs to. */
final class Conversations {

    private Conversations() {}

    /** Returns the ID of the conversation, or the other name if the context has none. */
    static String name(@Nullable ToolContext context, String otherwise) {
        return context == null ? otherwise : name(context.getContext(), otherwise);
    }

    /** Returns the ID of the conversation, or the other name if there is none under the key of {@link ChatMemory}. */
    static String name(Map<String, ? extends @Nullable Object> context, String otherwise) {
        Object id = context.get(ChatMemory.CONVERSATION_ID);
        return id == null ? otherwise : id.toString();
    }
}

package dev.plimsoll.spring.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ToolContext;

/** Finds the conversation to which a call belongs. */
final class Conversations {

    private Conversations() {}

    /** Returns the ID of the conversation, or the default if the context contains none. */
    static String findId(@Nullable ToolContext context, String defaultId) {
        return context == null ? defaultId : findId(context.getContext(), defaultId);
    }

    /** Returns the value of {@link ChatMemory#CONVERSATION_ID}, or the default if there is none. */
    static String findId(Map<String, ? extends @Nullable Object> context, String defaultId) {
        Object id = context.get(ChatMemory.CONVERSATION_ID);
        return id == null ? defaultId : id.toString();
    }
}

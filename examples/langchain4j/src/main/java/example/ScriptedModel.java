package example;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calls the tool, queries its result with the cursor, and answers. Prints the messages that a model would read and
 * write.
 */
final class ScriptedModel implements ChatModel {

    private static final Pattern CURSOR = Pattern.compile("\"nextCursor\":\"([^\"]+)\"");
    private static final String QUERY = "map(select(.warehouse == \\\"WH-02\\\" and .quantity < 50)) | length";

    @Override
    public ChatResponse doChat(ChatRequest request) {
        List<ChatMessage> messages = request.messages();
        ChatMessage last = messages.get(messages.size() - 1);
        AiMessage next = last instanceof ToolExecutionResultMessage result ? nextMessage(result) : call("listItems", "{}");
        return ChatResponse.builder().aiMessage(next).build();
    }

    private static AiMessage nextMessage(ToolExecutionResultMessage result) {
        System.out.println("tool: " + result.text());
        Matcher cursor = CURSOR.matcher(result.text());
        if (result.toolName().equals("plimsoll_read")) {
            return AiMessage.from("Of the items in WH-02, this many have fewer than 50 left: " + result.text());
        }
        return cursor.find()
                ? call("plimsoll_read", "{\"cursor\":\"" + cursor.group(1) + "\",\"query\":\"" + QUERY + "\"}")
                : AiMessage.from("I have to count " + result.text().length() + " characters of JSON.");
    }

    private static AiMessage call(String tool, String arguments) {
        System.out.println("model: " + tool + " " + arguments);
        return AiMessage.from(ToolExecutionRequest.builder()
                .id("1")
                .name(tool)
                .arguments(arguments)
                .build());
    }
}

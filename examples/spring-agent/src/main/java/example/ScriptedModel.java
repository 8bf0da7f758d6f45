package example;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/**
 * Calls the tool, queries its result with the cursor, and answers. Prints the messages that a model would read and
 * write.
 */
final class ScriptedModel implements ChatModel {

    private static final Pattern CURSOR = Pattern.compile("\"nextCursor\":\"([^\"]+)\"");
    private static final String QUERY = "map(select(.warehouse == \\\"WH-02\\\" and .quantity < 50)) | length";

    @Override
    public ChatResponse call(Prompt prompt) {
        List<Message> messages = prompt.getInstructions();
        Message last = messages.get(messages.size() - 1);
        AssistantMessage next = last instanceof ToolResponseMessage response
                ? nextMessage(response.getResponses().get(0))
                : callTool("listItems", "{}");
        return new ChatResponse(List.of(new Generation(next)));
    }

    @Override
    public ChatOptions getOptions() {
        return ToolCallingChatOptions.builder().build();
    }

    private static AssistantMessage nextMessage(ToolResponseMessage.ToolResponse result) {
        String text = result.responseData();
        System.out.println("tool: " + text);
        if (result.name().equals("plimsoll_read")) {
            return new AssistantMessage("Of the items in WH-02, this many have fewer than 50 left: " + text);
        }
        Matcher cursor = CURSOR.matcher(text);
        return cursor.find()
                ? callTool("plimsoll_read", "{\"cursor\":\"" + cursor.group(1) + "\",\"query\":\"" + QUERY + "\"}")
                : new AssistantMessage("I have to count " + text.length() + " characters of JSON.");
    }

    private static AssistantMessage callTool(String tool, String arguments) {
        System.out.println("model: " + tool + " " + arguments);
        return AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall("1", "function", tool, arguments)))
                .build();
    }
}

package dev.plimsoll.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;

/** Model that follows a script. Each step receives the last results of tools, and calls tools or answers the user. */
@NullUnmarked
final class ScriptedModel implements ChatModel, StreamingChatModel {

    private static final Pattern CURSOR = Pattern.compile("(?<![\\w-])[\\w-]{48}(?![\\w-])");

    private final Deque<Function<ScriptedModel, AiMessage>> steps = new ArrayDeque<>();
    private final List<ChatRequest> requests = new ArrayList<>();

    /** Adds a step that calls one tool. */
    ScriptedModel calls(String tool, Function<String, String> arguments) {
        steps.add(model -> AiMessage.from(request(tool, arguments.apply(model.lastAnswer()))));
        return this;
    }

    /** Adds a step that calls several tools at once. */
    ScriptedModel callsAll(ToolExecutionRequest... calls) {
        steps.add(model -> AiMessage.from(calls));
        return this;
    }

    /** Adds a step that repeats the last answer of a tool to the user. */
    ScriptedModel answers() {
        steps.add(model -> AiMessage.from(model.lastAnswer()));
        return this;
    }

    static ToolExecutionRequest request(String tool, String arguments) {
        return ToolExecutionRequest.builder()
                .id(tool + arguments.hashCode())
                .name(tool)
                .arguments(arguments)
                .build();
    }

    /** Returns the first cursor in an answer. */
    static String cursor(String answer) {
        Matcher matcher = CURSOR.matcher(answer);
        if (!matcher.find()) {
            throw new AssertionError("no cursor in " + answer);
        }
        return matcher.group();
    }

    @Override
    public synchronized ChatResponse doChat(ChatRequest request) {
        requests.add(request);
        AiMessage message = steps.remove().apply(this);
        return ChatResponse.builder().aiMessage(message).build();
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        handler.onCompleteResponse(doChat(request));
    }

    @Override
    public java.util.Set<dev.langchain4j.model.chat.Capability> supportedCapabilities() {
        return java.util.Set.of();
    }

    @Override
    public dev.langchain4j.model.chat.request.ChatRequestParameters defaultRequestParameters() {
        return dev.langchain4j.model.chat.request.ChatRequestParameters.builder()
                .build();
    }

    @Override
    public List<dev.langchain4j.model.chat.listener.ChatModelListener> listeners() {
        return List.of();
    }

    @Override
    public dev.langchain4j.model.ModelProvider provider() {
        return dev.langchain4j.model.ModelProvider.OTHER;
    }

    /** Returns the text of the last message if it is the result of a tool; otherwise an empty text. */
    String lastAnswer() {
        ChatMessage last = lastMessage();
        return last instanceof ToolExecutionResultMessage result ? result.text() : "";
    }

    ChatMessage lastMessage() {
        List<ChatMessage> messages = requests.get(requests.size() - 1).messages();
        return messages.get(messages.size() - 1);
    }

    /** Returns the results of tools in the last request. */
    List<ToolExecutionResultMessage> results() {
        return requests.get(requests.size() - 1).messages().stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(ToolExecutionResultMessage.class::cast)
                .toList();
    }

    List<String> toolNames() {
        return specifications().stream().map(ToolSpecification::name).toList();
    }

    List<ToolSpecification> specifications() {
        return requests.get(0).toolSpecifications();
    }
}

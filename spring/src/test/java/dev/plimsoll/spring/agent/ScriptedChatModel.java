package dev.plimsoll.spring.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
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
import reactor.core.publisher.Flux;

/** Model that follows a script. Each step receives the last result of a tool, and calls a tool or answers the user. */
final class ScriptedChatModel implements ChatModel {

    private static final Pattern CURSOR = Pattern.compile("(?<![\\w-])[\\w-]{48}(?![\\w-])");

    private final Deque<Function<String, AssistantMessage>> steps = new ArrayDeque<>();
    private final List<Prompt> prompts = new ArrayList<>();

    /** Adds a step that calls a tool. */
    ScriptedChatModel calls(String tool, Function<String, String> arguments) {
        steps.add(answer -> AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(
                        new AssistantMessage.ToolCall("id" + steps.size(), "function", tool, arguments.apply(answer))))
                .build());
        return this;
    }

    /** Adds a step that repeats the last answer of a tool to the user. */
    ScriptedChatModel answers() {
        steps.add(AssistantMessage::new);
        return this;
    }

    /** Returns the first cursor in an answer. */
    static String cursor(String answer) {
        Matcher found = CURSOR.matcher(answer);
        if (!found.find()) {
            throw new AssertionError("no cursor in " + answer);
        }
        return found.group();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        prompts.add(prompt);
        List<Message> messages = prompt.getInstructions();
        String answer = messages.get(messages.size() - 1) instanceof ToolResponseMessage response
                ? response.getResponses().get(0).responseData()
                : "";
        return new ChatResponse(List.of(new Generation(steps.remove().apply(answer))));
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.defer(() -> Flux.just(call(prompt)));
    }

    @Override
    public ChatOptions getOptions() {
        return ToolCallingChatOptions.builder().build();
    }

    /** Returns the results of tools in the last prompt. */
    List<String> toolResults() {
        return prompts.get(prompts.size() - 1).getInstructions().stream()
                .filter(ToolResponseMessage.class::isInstance)
                .flatMap(message -> ((ToolResponseMessage) message).getResponses().stream())
                .map(ToolResponseMessage.ToolResponse::responseData)
                .toList();
    }

    /** Returns the names of the tools in the first prompt. */
    List<String> toolNames() {
        ToolCallingChatOptions options = (ToolCallingChatOptions) prompts.get(0).getOptions();
        return options == null || options.getToolCallbacks() == null
                ? List.of()
                : options.getToolCallbacks().stream()
                        .map(tool -> tool.getToolDefinition().name())
                        .toList();
    }
}

package dev.plimsoll.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.plimsoll.agent.AgentAnswer;
import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.agent.AgentTool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executor that runs a tool and guards the texts of its result. Exceptions, attributes, images, and the Java object
 * that the tool returned do not change.
 */
record GuardedExecutor(AgentGuard guard, AgentTool tool, ToolExecutor original) implements ToolExecutor {

    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
        return guard.call(
                        tool,
                        GuardedToolProvider.memoryName(memoryId),
                        argumentsOf(request),
                        sentArguments ->
                                AgentAnswer.of(original.execute(withArguments(request, sentArguments), memoryId)))
                .text();
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, @Nullable InvocationContext context) {
        ExecutionRecorder recorder = new ExecutionRecorder();
        Object memoryId = context == null ? null : context.chatMemoryId();
        AgentAnswer answer = guard.call(
                tool,
                GuardedToolProvider.memoryName(memoryId),
                argumentsOf(request),
                sentArguments ->
                        recorder.record(original.executeWithContext(withArguments(request, sentArguments), context)));
        return recorder.resultWith(answer);
    }

    static String argumentsOf(ToolExecutionRequest request) {
        String arguments = request.arguments();
        return arguments == null ? "" : arguments;
    }

    private static ToolExecutionRequest withArguments(ToolExecutionRequest request, String arguments) {
        return arguments.equals(argumentsOf(request))
                ? request
                : request.toBuilder().arguments(arguments).build();
    }

    /** Recorder of the result of an execution. It has no result if the guard answered the call without the tool. */
    private static final class ExecutionRecorder {

        private @Nullable ToolExecutionResult result;
        private @Nullable AgentAnswer recordedAnswer;

        AgentAnswer record(ToolExecutionResult executed) {
            List<String> texts = executed.resultContents().stream()
                    .filter(TextContent.class::isInstance)
                    .map(content -> ((TextContent) content).text())
                    .toList();
            result = executed;
            AgentAnswer answer = new AgentAnswer(texts, executed.isError());
            recordedAnswer = answer;
            return answer;
        }

        /** Returns the result with the texts of the answer; the same object if the texts do not change. */
        @SuppressWarnings("ReferenceEquality") // a result that passes is the same object
        ToolExecutionResult resultWith(AgentAnswer answer) {
            ToolExecutionResult executed = result;
            if (executed != null && answer == recordedAnswer) {
                return executed;
            }
            List<Content> contents = new ArrayList<>();
            answer.texts().forEach(text -> contents.add(TextContent.from(text)));
            if (executed == null) {
                return ToolExecutionResult.builder()
                        .resultContents(contents)
                        .isError(answer.isError())
                        .build();
            }
            executed.resultContents().stream()
                    .filter(content -> !(content instanceof TextContent))
                    .forEach(contents::add);
            return ToolExecutionResult.builder()
                    .resultContents(contents)
                    .isError(answer.isError())
                    .result(executed.result())
                    .attributes(executed.attributes())
                    .build();
        }
    }
}

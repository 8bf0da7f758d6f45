package dev.plimsoll.mcp;

import dev.plimsoll.mcp.RecordFamily.Parts;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;

/** The four kinds of servers, by the names of their records. */
final class Families {

    private Families() {}

    /** Handlers return their result. */
    static Family<
                    McpServerFeatures.SyncToolSpecification,
                    McpServerFeatures.SyncResourceSpecification,
                    McpServerFeatures.SyncResourceTemplateSpecification,
                    McpServerFeatures.SyncPromptSpecification>
            sync(Reception reception) {
        return new RecordFamily<>(
                reception,
                Manner.sync(),
                new Parts<>(
                        new Part<>(
                                McpServerFeatures.SyncToolSpecification::tool,
                                McpServerFeatures.SyncToolSpecification::callHandler,
                                McpServerFeatures.SyncToolSpecification::new),
                        new Part<>(
                                McpServerFeatures.SyncResourceSpecification::resource,
                                McpServerFeatures.SyncResourceSpecification::readHandler,
                                McpServerFeatures.SyncResourceSpecification::new),
                        new Part<>(
                                McpServerFeatures.SyncResourceTemplateSpecification::resourceTemplate,
                                McpServerFeatures.SyncResourceTemplateSpecification::readHandler,
                                McpServerFeatures.SyncResourceTemplateSpecification::new),
                        new Part<>(
                                McpServerFeatures.SyncPromptSpecification::prompt,
                                McpServerFeatures.SyncPromptSpecification::promptHandler,
                                McpServerFeatures.SyncPromptSpecification::new)));
    }

    /** Handlers promise their result. */
    static Family<
                    McpServerFeatures.AsyncToolSpecification,
                    McpServerFeatures.AsyncResourceSpecification,
                    McpServerFeatures.AsyncResourceTemplateSpecification,
                    McpServerFeatures.AsyncPromptSpecification>
            async(Reception reception) {
        return new RecordFamily<>(
                reception,
                Manner.async(),
                new Parts<>(
                        new Part<>(
                                McpServerFeatures.AsyncToolSpecification::tool,
                                McpServerFeatures.AsyncToolSpecification::callHandler,
                                McpServerFeatures.AsyncToolSpecification::new),
                        new Part<>(
                                McpServerFeatures.AsyncResourceSpecification::resource,
                                McpServerFeatures.AsyncResourceSpecification::readHandler,
                                McpServerFeatures.AsyncResourceSpecification::new),
                        new Part<>(
                                McpServerFeatures.AsyncResourceTemplateSpecification::resourceTemplate,
                                McpServerFeatures.AsyncResourceTemplateSpecification::readHandler,
                                McpServerFeatures.AsyncResourceTemplateSpecification::new),
                        new Part<>(
                                McpServerFeatures.AsyncPromptSpecification::prompt,
                                McpServerFeatures.AsyncPromptSpecification::promptHandler,
                                McpServerFeatures.AsyncPromptSpecification::new)));
    }

    /** Without sessions; handlers return their result. */
    static Family<
                    McpStatelessServerFeatures.SyncToolSpecification,
                    McpStatelessServerFeatures.SyncResourceSpecification,
                    McpStatelessServerFeatures.SyncResourceTemplateSpecification,
                    McpStatelessServerFeatures.SyncPromptSpecification>
            statelessSync(Reception reception) {
        return new RecordFamily<>(
                reception,
                Manner.stateless(false),
                new Parts<>(
                        new Part<>(
                                McpStatelessServerFeatures.SyncToolSpecification::tool,
                                McpStatelessServerFeatures.SyncToolSpecification::callHandler,
                                McpStatelessServerFeatures.SyncToolSpecification::new),
                        new Part<>(
                                McpStatelessServerFeatures.SyncResourceSpecification::resource,
                                McpStatelessServerFeatures.SyncResourceSpecification::readHandler,
                                McpStatelessServerFeatures.SyncResourceSpecification::new),
                        new Part<>(
                                McpStatelessServerFeatures.SyncResourceTemplateSpecification::resourceTemplate,
                                McpStatelessServerFeatures.SyncResourceTemplateSpecification::readHandler,
                                McpStatelessServerFeatures.SyncResourceTemplateSpecification::new),
                        new Part<>(
                                McpStatelessServerFeatures.SyncPromptSpecification::prompt,
                                McpStatelessServerFeatures.SyncPromptSpecification::promptHandler,
                                McpStatelessServerFeatures.SyncPromptSpecification::new)));
    }

    /** Without sessions; handlers promise their result. */
    static Family<
                    McpStatelessServerFeatures.AsyncToolSpecification,
                    McpStatelessServerFeatures.AsyncResourceSpecification,
                    McpStatelessServerFeatures.AsyncResourceTemplateSpecification,
                    McpStatelessServerFeatures.AsyncPromptSpecification>
            statelessAsync(Reception reception) {
        return new RecordFamily<>(
                reception,
                Manner.stateless(true),
                new Parts<>(
                        new Part<>(
                                McpStatelessServerFeatures.AsyncToolSpecification::tool,
                                McpStatelessServerFeatures.AsyncToolSpecification::callHandler,
                                McpStatelessServerFeatures.AsyncToolSpecification::new),
                        new Part<>(
                                McpStatelessServerFeatures.AsyncResourceSpecification::resource,
                                McpStatelessServerFeatures.AsyncResourceSpecification::readHandler,
                                McpStatelessServerFeatures.AsyncResourceSpecification::new),
                        new Part<>(
                                McpStatelessServerFeatures.AsyncResourceTemplateSpecification::resourceTemplate,
                                McpStatelessServerFeatures.AsyncResourceTemplateSpecification::readHandler,
                                McpStatelessServerFeatures.AsyncResourceTemplateSpecification::new),
                        new Part<>(
                                McpStatelessServerFeatures.AsyncPromptSpecification::prompt,
                                McpStatelessServerFeatures.AsyncPromptSpecification::promptHandler,
                                McpStatelessServerFeatures.AsyncPromptSpecification::new)));
    }
}

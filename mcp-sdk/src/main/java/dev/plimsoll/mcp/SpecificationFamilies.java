package dev.plimsoll.mcp;

import dev.plimsoll.mcp.RecordSpecificationFamily.Parts;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;

/** Specification families of the four kinds of servers. */
final class SpecificationFamilies {

    private SpecificationFamilies() {}

    /** Creates the family of sync servers. */
    static SpecificationFamily<
                    McpServerFeatures.SyncToolSpecification,
                    McpServerFeatures.SyncResourceSpecification,
                    McpServerFeatures.SyncResourceTemplateSpecification,
                    McpServerFeatures.SyncPromptSpecification>
            sync(GuardContext guardContext) {
        return new RecordSpecificationFamily<>(
                guardContext,
                HandlerType.sync(),
                new Parts<>(
                        new SpecificationParts<>(
                                McpServerFeatures.SyncToolSpecification::tool,
                                McpServerFeatures.SyncToolSpecification::callHandler,
                                McpServerFeatures.SyncToolSpecification::new),
                        new SpecificationParts<>(
                                McpServerFeatures.SyncResourceSpecification::resource,
                                McpServerFeatures.SyncResourceSpecification::readHandler,
                                McpServerFeatures.SyncResourceSpecification::new),
                        new SpecificationParts<>(
                                McpServerFeatures.SyncResourceTemplateSpecification::resourceTemplate,
                                McpServerFeatures.SyncResourceTemplateSpecification::readHandler,
                                McpServerFeatures.SyncResourceTemplateSpecification::new),
                        new SpecificationParts<>(
                                McpServerFeatures.SyncPromptSpecification::prompt,
                                McpServerFeatures.SyncPromptSpecification::promptHandler,
                                McpServerFeatures.SyncPromptSpecification::new)));
    }

    /** Creates the family of async servers. */
    static SpecificationFamily<
                    McpServerFeatures.AsyncToolSpecification,
                    McpServerFeatures.AsyncResourceSpecification,
                    McpServerFeatures.AsyncResourceTemplateSpecification,
                    McpServerFeatures.AsyncPromptSpecification>
            async(GuardContext guardContext) {
        return new RecordSpecificationFamily<>(
                guardContext,
                HandlerType.async(),
                new Parts<>(
                        new SpecificationParts<>(
                                McpServerFeatures.AsyncToolSpecification::tool,
                                McpServerFeatures.AsyncToolSpecification::callHandler,
                                McpServerFeatures.AsyncToolSpecification::new),
                        new SpecificationParts<>(
                                McpServerFeatures.AsyncResourceSpecification::resource,
                                McpServerFeatures.AsyncResourceSpecification::readHandler,
                                McpServerFeatures.AsyncResourceSpecification::new),
                        new SpecificationParts<>(
                                McpServerFeatures.AsyncResourceTemplateSpecification::resourceTemplate,
                                McpServerFeatures.AsyncResourceTemplateSpecification::readHandler,
                                McpServerFeatures.AsyncResourceTemplateSpecification::new),
                        new SpecificationParts<>(
                                McpServerFeatures.AsyncPromptSpecification::prompt,
                                McpServerFeatures.AsyncPromptSpecification::promptHandler,
                                McpServerFeatures.AsyncPromptSpecification::new)));
    }

    /** Creates the family of sync servers without sessions. */
    static SpecificationFamily<
                    McpStatelessServerFeatures.SyncToolSpecification,
                    McpStatelessServerFeatures.SyncResourceSpecification,
                    McpStatelessServerFeatures.SyncResourceTemplateSpecification,
                    McpStatelessServerFeatures.SyncPromptSpecification>
            statelessSync(GuardContext guardContext) {
        return new RecordSpecificationFamily<>(
                guardContext,
                HandlerType.stateless(false),
                new Parts<>(
                        new SpecificationParts<>(
                                McpStatelessServerFeatures.SyncToolSpecification::tool,
                                McpStatelessServerFeatures.SyncToolSpecification::callHandler,
                                McpStatelessServerFeatures.SyncToolSpecification::new),
                        new SpecificationParts<>(
                                McpStatelessServerFeatures.SyncResourceSpecification::resource,
                                McpStatelessServerFeatures.SyncResourceSpecification::readHandler,
                                McpStatelessServerFeatures.SyncResourceSpecification::new),
                        new SpecificationParts<>(
                                McpStatelessServerFeatures.SyncResourceTemplateSpecification::resourceTemplate,
                                McpStatelessServerFeatures.SyncResourceTemplateSpecification::readHandler,
                                McpStatelessServerFeatures.SyncResourceTemplateSpecification::new),
                        new SpecificationParts<>(
                                McpStatelessServerFeatures.SyncPromptSpecification::prompt,
                                McpStatelessServerFeatures.SyncPromptSpecification::promptHandler,
                                McpStatelessServerFeatures.SyncPromptSpecification::new)));
    }

    /** Creates the family of async servers without sessions. */
    static SpecificationFamily<
                    McpStatelessServerFeatures.AsyncToolSpecification,
                    McpStatelessServerFeatures.AsyncResourceSpecification,
                    McpStatelessServerFeatures.AsyncResourceTemplateSpecification,
                    McpStatelessServerFeatures.AsyncPromptSpecification>
            statelessAsync(GuardContext guardContext) {
        return new RecordSpecificationFamily<>(
                guardContext,
                HandlerType.stateless(true),
                new Parts<>(
                        new SpecificationParts<>(
                                McpStatelessServerFeatures.AsyncToolSpecification::tool,
                                McpStatelessServerFeatures.AsyncToolSpecification::callHandler,
                                McpStatelessServerFeatures.AsyncToolSpecification::new),
                        new SpecificationParts<>(
                                McpStatelessServerFeatures.AsyncResourceSpecification::resource,
                                McpStatelessServerFeatures.AsyncResourceSpecification::readHandler,
                                McpStatelessServerFeatures.AsyncResourceSpecification::new),
                        new SpecificationParts<>(
                                McpStatelessServerFeatures.AsyncResourceTemplateSpecification::resourceTemplate,
                                McpStatelessServerFeatures.AsyncResourceTemplateSpecification::readHandler,
                                McpStatelessServerFeatures.AsyncResourceTemplateSpecification::new),
                        new SpecificationParts<>(
                                McpStatelessServerFeatures.AsyncPromptSpecification::prompt,
                                McpStatelessServerFeatures.AsyncPromptSpecification::promptHandler,
                                McpStatelessServerFeatures.AsyncPromptSpecification::new)));
    }
}

package dev.plimsoll.spring.app;

import org.springframework.ai.tool.annotation.Tool;

/** Tools that are declared with Spring AI's annotation {@code @Tool}; {@link SyncTools} uses {@code @McpTool}. */
public class LogTools {

    @Tool(name = "get_log", description = "What happened")
    public String log() {
        return Item.log(900);
    }
}

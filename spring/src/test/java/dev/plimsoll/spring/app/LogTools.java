package dev.plimsoll.spring.app;

import org.springframework.ai.tool.annotation.Tool;

/** The other annotation of Spring AI. */
public class LogTools {

    @Tool(name = "get_log", description = "What happened")
    public String log() {
        return Item.log(900);
    }
}

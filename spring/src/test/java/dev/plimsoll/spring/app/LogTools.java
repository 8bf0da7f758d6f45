package dev.plimsoll.spring.app;

import org.springframework.ai.tool.annotation.Tool;

/** Tools with Spring AI's other annotation. */
public class LogTools {

    @Tool(name = "get_log", description = "What happened")
    public String log() {
        return Item.log(900);
    }
}

package example;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Runs an agent of Spring AI: java -jar agent.jar PROMPT */
@SpringBootApplication
public class SpringAgent {

    public static void main(String[] args) {
        SpringApplication.run(SpringAgent.class, args).close();
    }

    @Bean
    CommandLineRunner agent(ChatClient.Builder builder, ToolCallbackProvider tools) {
        ChatClient client = builder.defaultToolCallbacks(tools).build();
        return args -> System.out.println(client.prompt(args[0]).call().content());
    }
}

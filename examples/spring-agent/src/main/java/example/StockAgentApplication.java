package example;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Agent written with Spring AI, with guarded tools. {@link ScriptedModel} replaces the model. */
@SpringBootApplication
public class StockAgentApplication {

    public static void main(String... args) {
        SpringApplication.run(StockAgentApplication.class, args);
    }

    @Bean
    ChatModel chatModel() {
        return new ScriptedModel();
    }

    @Bean
    CommandLineRunner conversation(ChatClient.Builder builder) {
        ChatClient agent = builder.defaultTools(new StockTools()).build();
        return args -> {
            String question = "How many items in WH-02 have fewer than 50 left?";
            System.out.println("user: " + question);
            System.out.println("agent: " + agent.prompt(question).call().content());
        };
    }
}

package example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An MCP server of Spring AI. */
@SpringBootApplication
public class InventoryApplication {

    public static void main(String... args) {
        SpringApplication.run(InventoryApplication.class, args);
    }
}

package example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** MCP server written with Spring AI. */
@SpringBootApplication
public class InventoryApplication {

    public static void main(String... args) {
        SpringApplication.run(InventoryApplication.class, args);
    }
}

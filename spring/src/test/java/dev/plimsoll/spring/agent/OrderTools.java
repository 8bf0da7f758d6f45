package dev.plimsoll.spring.agent;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.annotation.Tool;

/** Tools of a shop, for tests. */
public final class OrderTools {

    final AtomicInteger runs = new AtomicInteger();

    /** An order. */
    public record Order(int id, String status, int total) {}

    @Tool(description = "All orders")
    public List<Order> listOrders() {
        runs.incrementAndGet();
        return orders();
    }

    @Tool(description = "One order")
    public Order getOrder(int id) {
        return orders().get(id);
    }

    @Tool(description = "A long log")
    public String getLog() {
        return String.join(
                "\n",
                IntStream.range(0, 3_000)
                        .mapToObj(i -> "order " + i + " was packed")
                        .toList());
    }

    @Tool(description = "All orders, for the user", returnDirect = true)
    public List<Order> exportOrders() {
        return orders();
    }

    @Tool(description = "The owner of the shop")
    public String owner(ToolContext context) {
        return "the shop of " + context.getContext().get("user");
    }

    @Tool(description = "Fails")
    public String cancelOrder() {
        // always true
        if (orders().get(0).total() == 0) {
            throw new IllegalStateException("the order is already shipped");
        }
        return "canceled";
    }

    static List<Order> orders() {
        return IntStream.range(0, 900)
                .mapToObj(i -> new Order(i, i % 3 == 0 ? "open" : "paid", i * 7 % 400))
                .toList();
    }
}

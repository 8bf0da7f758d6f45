package dev.plimsoll.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Tools of a shop, for tests. */
final class ShopTools {

    final AtomicInteger runs = new AtomicInteger();

    /** An order. */
    record Order(int id, String status, int total) {}

    @Tool("All orders")
    List<Order> listOrders() {
        runs.incrementAndGet();
        return orders();
    }

    @Tool("One order")
    Order getOrder(@P("number") int id) {
        return orders().get(id);
    }

    @Tool(value = "All orders, for the user", returnBehavior = ReturnBehavior.IMMEDIATE)
    List<Order> exportOrders() {
        return orders();
    }

    @Tool("The owner of the shop")
    String owner(@ToolMemoryId String memory) {
        return "the shop of " + memory;
    }

    @Tool("Fails")
    String cancelOrder() {
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

package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.between;
import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.TaskKind.FULL_SCAN;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.TIME_RANGE;
import static dev.plimsoll.bench.answers.task.TaskKind.TOP_N;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The first page of a paged API: 100 of 5,000 customers, amounts as text, and the address of the next page. */
final class PagedApiPayload {

    private static final List<String> STATUSES = List.of("active", "trial", "closed");

    private PagedApiPayload() {}

    private record Customer(String id, String company, String status, String signedUp, String revenue) {}

    static TaskPayload create() {
        WordSource words = new WordSource(10);
        List<Customer> customers = new ArrayList<>();
        ObjectNode page = JsonMapper.shared().createObjectNode().put("count", 5_000);
        page.put("next", "https://crm.example/customers?page=2").putNull("previous");
        ArrayNode results = page.putArray("results");
        LocalDate signedUp = LocalDate.of(2024, 1, 3);
        for (int i = 0; i < 100; i++) {
            signedUp = signedUp.plusDays(1 + words.number(12));
            String revenue = (i * 97L % 1_013) + "." + (10 + words.number(90));
            Customer customer = new Customer(
                    "cus_" + words.hex(12),
                    words.name() + " Ltd",
                    words.skewedOneOf(STATUSES),
                    signedUp.toString(),
                    revenue);
            customers.add(customer);
            add(results.addObject(), customer, words);
        }
        return new TaskPayload(
                "list_customers",
                "One page of a paged API: 100 of 5,000",
                TaskPayload.Format.JSON,
                ResultWriter.toStructuredResult(page, page.toString()),
                page.toString(),
                createTasks(customers));
    }

    private static void add(ObjectNode json, Customer customer, WordSource words) {
        json.put("id", customer.id).put("company", customer.company).put("status", customer.status);
        json.put("signed_up", customer.signedUp).put("revenue", customer.revenue);
        json.putObject("contact").put("name", words.name()).put("email", words.word() + "@mail.example");
        json.putObject("address").put("city", words.name()).put("street", words.name() + " " + words.number(90));
        json.put("notes", words.sentence(30 + words.number(20)));
    }

    private static List<AnswerTask> createTasks(List<Customer> customers) {
        Customer lookupTarget = customers.get(77);
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the company of customer " + lookupTarget.id,
                        RecordQuestion.of(Output.first("company"), is("id", lookupTarget.id)),
                        Truth.of(lookupTarget.company)),
                new AnswerTask(
                        TOP_N,
                        "the three companies on this page with the largest revenue",
                        RecordQuestion.of(Output.top(3, "revenue", "company")),
                        Truth.top(3, customers, customer -> new BigDecimal(customer.revenue), Customer::company)),
                new AnswerTask(
                        TIME_RANGE,
                        "how many customers on this page signed up in 2025",
                        RecordQuestion.of(Output.count(), between("signed up", "2025-01-01", "2026-01-01")),
                        Truth.count(customers, customer -> customer.signedUp.startsWith("2025"))),
                new AnswerTask(
                        FULL_SCAN,
                        "how many of all customers are active (the page does not contain all)",
                        RecordQuestion.of(Output.count(), is("status", "active"))
                                .withUnreturned(),
                        Truth.INCOMPLETE));
    }
}

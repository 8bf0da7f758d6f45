package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.FULL_SCAN;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.TOP_N;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of 3,000 products as CSV. */
final class CsvPayload {

    private static final List<String> WAREHOUSES = List.of("Basel", "Gent", "Oslo", "Porto");

    private CsvPayload() {}

    private record Product(String sku, String name, String price, String warehouse, int quantity) {}

    static TaskPayload create() {
        WordSource words = new WordSource(6);
        List<Product> products = new ArrayList<>();
        StringBuilder text = new StringBuilder("sku,name,price,warehouse,quantity,note\n");
        for (int i = 0; i < 3_000; i++) {
            Product product = generateProduct(words, i);
            products.add(product);
            text.append(product.sku)
                    .append(",\"")
                    .append(product.name)
                    .append("\",")
                    .append(product.price);
            text.append(',')
                    .append(product.warehouse)
                    .append(',')
                    .append(product.quantity)
                    .append(',');
            text.append(words.number(3) == 0 ? words.sentence(4) : "").append('\n');
        }
        return new TaskPayload(
                "export_products",
                "CSV: 3,000 rows",
                TaskPayload.Format.CSV,
                ResultWriter.toTextResult(text.toString()),
                text.toString(),
                createTasks(products));
    }

    private static Product generateProduct(WordSource words, int number) {
        String price = String.format(Locale.ROOT, "%d.%02d", 1 + words.number(450), words.number(100));
        String sku = "SKU-" + (10_000 + number * 7);
        String name = words.name() + ", " + words.word();
        // distinct, so that the order of the largest is clear
        int quantity = (int) (number * 7_919L % 30_011);
        return new Product(sku, name, price, words.skewedOneOf(WAREHOUSES), quantity);
    }

    private static List<AnswerTask> createTasks(List<Product> products) {
        Product lookupTarget = products.get(2_345);
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the price of " + lookupTarget.sku,
                        RecordQuestion.of(Output.first("price"), is("sku", lookupTarget.sku)),
                        Truth.of(new BigDecimal(lookupTarget.price))),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "products by warehouse",
                        RecordQuestion.of(Output.countBy("warehouse")),
                        Truth.countBy(products, Product::warehouse)),
                new AnswerTask(
                        TOP_N,
                        "the five products with the largest quantity",
                        RecordQuestion.of(Output.top(5, "quantity", "sku")),
                        Truth.top(5, products, product -> BigDecimal.valueOf(product.quantity), Product::sku)),
                new AnswerTask(
                        FULL_SCAN,
                        "the sum of the prices of all products in Oslo",
                        RecordQuestion.of(Output.sum("price"), is("warehouse", "Oslo")),
                        Truth.sum(
                                products.stream()
                                        .filter(product -> product.warehouse.equals("Oslo"))
                                        .toList(),
                                product -> new BigDecimal(product.price))));
    }
}

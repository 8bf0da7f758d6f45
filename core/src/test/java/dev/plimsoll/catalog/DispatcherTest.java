package dev.plimsoll.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.schema.ReadTool;
import dev.plimsoll.tokens.Estimator;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DispatcherTest {

    private static final String[] NOUNS = {
        "customer", "order", "invoice", "shipment", "warehouse", "supplier", "contract", "employee", "ticket", "device"
    };
    private static final String[] VERBS = {
        "list",
        "get",
        "create",
        "update",
        "delete",
        "search",
        "export",
        "approve",
        "archive",
        "restore",
        "compare",
        "merge",
        "assign",
        "notify",
        "schedule",
        "audit",
        "import",
        "validate",
        "summarise",
        "translate"
    };

    private static CatalogTool tool(String name, String description) {
        Slice entry = new ByteSink(256)
                .ascii("{\"name\":")
                .string(name)
                .ascii(",\"description\":")
                .string(description)
                .ascii(",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\",")
                .ascii("\"description\":\"which one, as a listing gives it\"},\"language\":{\"type\":\"string\"},")
                .ascii("\"limit\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000}},\"required\":[\"id\"]},")
                .ascii("\"outputSchema\":{\"type\":\"object\"},")
                .ascii("\"annotations\":{\"readOnlyHint\":")
                .ascii(name.contains("delete") ? "false" : "true")
                .ascii(",\"destructiveHint\":")
                .ascii(name.contains("delete") ? "true" : "false")
                .ascii("}}")
                .slice();
        return new CatalogTool(ListedTool.of(entry), entry);
    }

    private static Dispatcher dispatcherWith200Tools() {
        List<CatalogTool> tools = new ArrayList<>();
        for (String noun : NOUNS) {
            for (String verb : VERBS) {
                tools.add(tool(
                        noun + "_" + verb + "_by_identifier",
                        "Can " + verb + " one " + noun + ". Use it once the " + noun + " is known by its id."));
            }
        }
        return new Dispatcher("office", tools);
    }

    private static String help(Dispatcher dispatcher, String arguments) {
        DispatchDecision.Help help =
                (DispatchDecision.Help) dispatcher.decide(Slice.of(arguments), catalogTool -> true);
        assertThat(Json.isValid(help.result())).isTrue();
        Slice block = ItemIndex.of(Objects.requireNonNull(Members.get(help.result(), "content")))
                .item(0);
        Slice text = Slice.of(JsonText.unescape(Json.stringInside(Objects.requireNonNull(Members.get(block, "text")))));
        assertThat(Json.isValid(text)).isTrue();
        return text.utf8();
    }

    @Test
    void listsTwoHundredToolsInLessThan1500Tokens() {
        Slice entry = dispatcherWith200Tools().entry(catalogTool -> true);
        assertThat(Json.isValid(entry)).isTrue();
        int tokens = Estimator.BPE.decidingCounter().count(entry)
                + Estimator.BPE.decidingCounter().count(ReadTool.entry(ClientFeatures.current()));
        assertThat(tokens).isLessThan(1_500);
        assertThat(entry.utf8()).contains("200 tools", "customer_… (20)", "device_… (20)");
    }

    @Test
    void listsAllNamesThatFit() {
        Dispatcher dispatcher = new Dispatcher("office", List.of(tool("a_get", "A."), tool("b_delete", "B.")));
        assertThat(dispatcher.entry(catalogTool -> true).utf8())
                .contains("Tools: a_get, b_delete")
                .contains("\"readOnlyHint\":false,\"destructiveHint\":true");
        assertThat(dispatcher
                        .entry(catalogTool -> catalogTool.name().equals("a_get"))
                        .utf8())
                .doesNotContain("b_delete");
        assertThat(new Dispatcher("office", List.of(tool("a_get", "A.")))
                        .entry(catalogTool -> true)
                        .utf8())
                .contains("\"readOnlyHint\":true,\"destructiveHint\":false");
    }

    @Test
    void findsToolsByWordsAndListsTheBestMatchFirst() {
        assertThat(help(dispatcherWith200Tools(), "{\"help\":\"approve invoice\"}"))
                .startsWith("{\"next\":\"{\\\"name\\\":\\\"TOOL\\\"} shows a tool's arguments\",\"tools\":["
                        + "{\"name\":\"invoice_approve_by_identifier\",\"about\":\"Can approve one invoice\"},");
        assertThat(help(dispatcherWith200Tools(), "{\"help\":\"volcano\"}")).contains("no tool has any of these words");
        assertThat(help(dispatcherWith200Tools(), "{}").split("\"name\"", -1)).hasSize(201);
    }

    @Test
    void hidesToolsThatTheCallerMayNotSee() {
        Dispatcher dispatcher = dispatcherWith200Tools();
        DispatchDecision.Help help = (DispatchDecision.Help) dispatcher.decide(
                Slice.of("{\"help\":\"delete\"}"),
                catalogTool -> !catalogTool.name().contains("delete"));
        assertThat(help.result().utf8()).doesNotContain("delete");
        assertThatThrownBy(() -> dispatcher.decide(
                        Slice.of("{\"name\":\"order_delete_by_identifier\"}"),
                        catalogTool -> !catalogTool.name().contains("delete")))
                .isInstanceOf(RefusedException.class)
                .hasMessage("there is no such tool");
    }

    @Test
    void explainsToolByItsListEntry() {
        assertThat(help(
                        dispatcherWith200Tools(),
                        "{\"name\":\"order_get_by_identifier\",\"help\":\"x\",\"call\":null}"))
                .startsWith("{\"name\":\"order_get_by_identifier\",\"description\":\"Can get one order.")
                .contains("\"required\":[\"id\"]")
                .doesNotContain("outputSchema");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":\"7\",\"limit\":1.10}", "\"{\\\"id\\\":\\\"7\\\",\\\"limit\\\":1.10}\""})
    void returnsToolAndArgumentsOfCall(String call) {
        DispatchDecision.Call decision = (DispatchDecision.Call) dispatcherWith200Tools()
                .decide(Slice.of("{\"name\":\"order_get_by_identifier\",\"call\":" + call + "}"), catalogTool -> true);
        assertThat(decision.tool().name()).isEqualTo("order_get_by_identifier");
        assertThat(Objects.requireNonNull(decision.arguments()).utf8()).isEqualTo("{\"id\":\"7\",\"limit\":1.10}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"call\":{}} | name is missing",
                "{\"name\":7} | name must be a string",
                "{\"name\":\"order_get\"} | there is no such tool",
                "{\"name\":\"order_get_by_identifier\",\"call\":[1]} | call must be an object",
                "{\"name\":\"order_get_by_identifier\",\"call\":\"id 7\"} | call must be an object"
            })
    void refusesInvalidArguments(String arguments, String message) {
        assertThatThrownBy(() -> dispatcherWith200Tools().decide(Slice.of(arguments), catalogTool -> true))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void nameIndexNeverExceedsItsLimit() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            names.add("x" + i + "_tool");
        }
        String index = NameIndex.write(names, 500);
        assertThat(index).hasSizeLessThanOrEqualTo(500).endsWith(" more");
        assertThat(NameIndex.write(List.of("x".repeat(900)), 500)).isEqualTo("1 more");
    }

    @Test
    void helpShowsTheKnownFieldsOfResults() {
        CatalogTool plain = tool("a_get", "A.");
        Slice resultFields = Slice.of("{\"rows\":[{\"id\":\"number\"}]}");
        Dispatcher dispatcher =
                new Dispatcher("office", List.of(new CatalogTool(plain.tool(), plain.clientEntry(), resultFields)));
        DispatchDecision help = dispatcher.decide(Slice.of("{\"name\":\"a_get\"}"), tool -> true);
        assertThat(((DispatchDecision.Help) help).result().utf8())
                .contains("\\\"inputSchema\\\"")
                .contains("\\\"result\\\":{\\\"rows\\\":[{\\\"id\\\":\\\"number\\\"}]}");
    }
}

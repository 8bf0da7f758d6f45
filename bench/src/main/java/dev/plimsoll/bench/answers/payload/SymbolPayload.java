package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.FULL_SCAN;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.PROJECTION;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Symbols such as emoji: 1,900 short records. */
final class SymbolPayload {

    private static final List<String> GROUPS =
            List.of("Smileys", "People", "Animals", "Food", "Travel", "Activities", "Objects", "Signs", "Flags");
    private static final List<String> VERSIONS = List.of("1.0", "3.0", "5.0", "11.0", "13.1", "15.0");

    private SymbolPayload() {}

    private record Symbol(String sign, String slug, String name, String group, String version, boolean skinTone) {}

    static TaskPayload create() {
        WordSource words = new WordSource(2);
        List<Symbol> symbols = new ArrayList<>();
        ArrayNode array = JsonMapper.shared().createArrayNode();
        for (int i = 0; i < 1_900; i++) {
            Symbol symbol = generateSymbol(words, i);
            symbols.add(symbol);
            array.addObject()
                    .put("sign", symbol.sign)
                    .put("slug", symbol.slug)
                    .put("name", symbol.name)
                    .put("group", symbol.group)
                    .put("version", symbol.version)
                    .put("skinTone", symbol.skinTone);
        }
        String text = array.toString();
        return new TaskPayload(
                "list_symbols",
                "Symbols: 1,900 short records",
                TaskPayload.Format.JSON,
                ResultWriter.toTextResult(text),
                text,
                createTasks(symbols));
    }

    private static Symbol generateSymbol(WordSource words, int number) {
        String variant = number < 700 ? "" : number < 1_400 ? "\uFE0F" : "\u200D";
        String sign = Character.toString(0x1F300 + number % 700) + variant;
        String name = words.word() + " " + words.word();
        String slug = name.replace(' ', '_') + "_" + number;
        // the group Maps is rare, so that the list of its names stays short
        String group = number % 160 == 7 ? "Maps" : words.skewedOneOf(GROUPS);
        return new Symbol(sign, slug, name, group, words.skewedOneOf(VERSIONS), words.number(6) == 0);
    }

    private static List<AnswerTask> createTasks(List<Symbol> symbols) {
        Symbol lookupTarget = symbols.get(1_444);
        List<String> maps = symbols.stream()
                .filter(symbol -> symbol.group.equals("Maps"))
                .map(Symbol::name)
                .toList();
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the name of symbol " + lookupTarget.slug,
                        RecordQuestion.of(Output.first("name"), is("slug", lookupTarget.slug)),
                        Truth.of(lookupTarget.name)),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "symbols by version",
                        RecordQuestion.of(Output.countBy("version")),
                        Truth.countBy(symbols, Symbol::version)),
                new AnswerTask(
                        PROJECTION,
                        "the names of all symbols in group Maps",
                        RecordQuestion.of(Output.values("name"), is("group", "Maps")),
                        Truth.values(maps)),
                new AnswerTask(
                        FULL_SCAN,
                        "how many symbols of group Food have skin tones",
                        RecordQuestion.of(Output.count(), is("group", "Food"), is("skin tone", true)),
                        Truth.count(symbols, symbol -> symbol.group.equals("Food") && symbol.skinTone)));
    }
}

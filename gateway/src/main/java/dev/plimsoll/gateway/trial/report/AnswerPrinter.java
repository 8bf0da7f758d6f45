package dev.plimsoll.gateway.trial.report;

import dev.plimsoll.gateway.trial.ParsedAnswer;
import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints an answer as an agent sees it: the notice, the header as a table, then the items or the text. */
final class AnswerPrinter {

    private static final String MARGIN = "  ";
    private static final String GAP = "   ";
    private static final int LABEL_WIDTH = 11;

    private final TerminalColors terminalColors;
    private final int width;
    private final PrintStream out;

    AnswerPrinter(TerminalColors terminalColors, int width, PrintStream out) {
        this.terminalColors = terminalColors;
        this.width = width;
        this.out = out;
    }

    void print(TrialReport.Answer answer) {
        ParsedAnswer parsedAnswer = answer.parsed();
        boolean hasSeveralBlocks = parsedAnswer.blocks().size() > 1;
        int number = 0;
        for (ParsedAnswer.Block block : parsedAnswer.blocks()) {
            number++;
            if (hasSeveralBlocks) {
                out.println((number == 1 ? "" : "\n")
                        + terminalColors.faint("block " + number + ", " + HumanText.sanitize(block.type())));
            }
            printBlock(block);
        }
        if (parsedAnswer.structured() != null) {
            out.println(terminalColors.faint(
                    parsedAnswer.blocks().isEmpty() ? "structured content" : "and the same as structured content"));
        }
        if (parsedAnswer.isError()) {
            out.println(terminalColors.bad("isError: true"));
        }
    }

    private void printBlock(ParsedAnswer.Block block) {
        String notice = block.findText("notice");
        if (notice != null) {
            HumanText.wrap(HumanText.sanitize(notice), width - MARGIN.length())
                    .forEach(line -> out.println(terminalColors.strong(line)));
            printHeader(block.header());
            out.println();
        }
        if (!block.bodyMember().isEmpty()) {
            out.println(terminalColors.faint(block.bodyMember()));
        }
        printBody(block);
    }

    private void printBody(ParsedAnswer.Block block) {
        if (block.isJson()) {
            out.println(new JsonPrinter(terminalColors, width, block.isBinary()).print(block.body()));
            return;
        }
        String text = HumanText.sanitize(block.body());
        out.print(text);
        if (!text.endsWith("\n")) {
            out.println();
        }
    }

    /** Prints the fields of a header: short fields side by side, then each object and list on its own lines. */
    private void printHeader(Map<String, Slice> header) {
        List<String> plainFields = new ArrayList<>();
        List<String> coloredFields = new ArrayList<>();
        header.forEach((name, value) -> {
            JsonType type = Json.type(value);
            boolean hasOwnLines = type == JsonType.OBJECT || (type == JsonType.ARRAY && !name.equals("range"));
            if (!name.equals("notice") && !hasOwnLines) {
                String text = HumanText.sanitize(value);
                plainFields.add(name + " " + text);
                coloredFields.add(terminalColors.faint(name) + " " + text);
            }
        });
        printFields(plainFields, coloredFields);
        header.forEach((name, value) -> {
            if (Json.type(value) == JsonType.OBJECT) {
                printObject(name, value);
            } else if (Json.type(value) == JsonType.ARRAY && !name.equals("range")) {
                printList(name, value);
            }
        });
    }

    /** Prints an object of the header, such as the outline, below its name. */
    private void printObject(String name, Slice object) {
        out.println(MARGIN + terminalColors.faint(name));
        new JsonPrinter(terminalColors, width - MARGIN.length(), false)
                .print(object)
                .lines()
                .forEach(line -> out.println(MARGIN + line));
    }

    /** Prints each entry of a list on its own line. */
    private void printList(String name, Slice list) {
        ItemIndex index = ItemIndex.of(list);
        for (int i = 0; i < index.count(); i++) {
            String label = i == 0 ? name : "";
            out.println(MARGIN
                    + terminalColors.faint(label)
                    + " ".repeat(Math.max(1, LABEL_WIDTH - label.length()))
                    + entryText(index.item(i)));
        }
    }

    /** Returns the text of an entry: for a suggested call, the tool and its arguments, else the fields. */
    private String entryText(Slice entry) {
        if (Json.type(entry) != JsonType.OBJECT) {
            return HumanText.sanitize(entry);
        }
        Slice arguments = Members.get(entry, "arguments");
        Slice tool = Members.get(entry, "tool");
        return arguments == null || tool == null
                ? formatFields(entry, " ", GAP)
                : unquote(tool) + " " + formatFields(arguments, "=", " ");
    }

    private String formatFields(Slice object, String assign, String separator) {
        StringBuilder text = new StringBuilder();
        Members members = Members.of(object);
        while (members.next()) {
            text.append(text.isEmpty() ? "" : separator);
            text.append(terminalColors.faint(HumanText.sanitize(members.keyText()) + assign))
                    .append(unquote(members.value()));
        }
        return text.toString();
    }

    /** Returns a string without its quotes. */
    private static String unquote(Slice value) {
        boolean isString = Json.type(value) == JsonType.STRING;
        return HumanText.sanitize(isString ? Slice.of(JsonText.unescape(Json.stringInside(value))) : value);
    }

    private void printFields(List<String> plainFields, List<String> coloredFields) {
        StringBuilder line = new StringBuilder();
        int usedWidth = 0;
        for (int i = 0; i < plainFields.size(); i++) {
            int fieldWidth = plainFields.get(i).length();
            if (usedWidth > 0 && MARGIN.length() + usedWidth + GAP.length() + fieldWidth > width) {
                out.println(MARGIN + line);
                line.setLength(0);
                usedWidth = 0;
            }
            line.append(usedWidth == 0 ? "" : GAP).append(coloredFields.get(i));
            usedWidth += (usedWidth == 0 ? 0 : GAP.length()) + fieldWidth;
        }
        if (usedWidth > 0) {
            out.println(MARGIN + line);
        }
    }
}

package dev.plimsoll.gateway.shell;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Manual page with all commands and options. */
public final class ManualPage {

    private final RoffWriter page = new RoffWriter();
    private final String program;

    private ManualPage(String program) {
        this.program = program;
    }

    /**
     * Returns the whole page.
     *
     * @param version version in the footer
     */
    public static String generate(CommandLine program, String version) {
        String name = program.getCommandName();
        ManualPage manualPage = new ManualPage(name);
        manualPage.page.title(name, version);
        manualPage
                .page
                .section("NAME")
                .text(name + " \\- "
                        + RoffWriter.escape("keeps large MCP tool results from flooding a model's context window"));
        manualPage.page.section("SYNOPSIS").bold(name + " COMMAND").text(RoffWriter.escape("[ARGUMENT...]"));
        manualPage.page.section("DESCRIPTION").text(RoffWriter.escape("""
                Plimsoll runs in front of MCP servers. Small results pass unchanged. Large results become an answer \
                within a token budget; the full result is stored, and can be paged, searched, and queried."""));
        manualPage.page.section("COMMANDS");
        manualPage.writeCommands(program, name);
        manualPage.writeFixedSections();
        return manualPage.page.toString();
    }

    private void writeCommands(CommandLine parent, String path) {
        for (Map.Entry<String, CommandLine> entry : parent.getSubcommands().entrySet()) {
            CommandLine command = entry.getValue();
            String name = path + " " + entry.getKey();
            page.subsection(name.substring(program.length() + 1));
            page.code(List.of(new Help(command.getCommandSpec(), Help.defaultColorScheme(Ansi.OFF))
                    .synopsis(0)
                    .strip()
                    .split("\\R")));
            page.paragraph(RoffWriter.escape(
                    plainText(command.getCommandSpec().usageMessage().description())));
            command.getCommandSpec().positionalParameters().forEach(this::writeParameter);
            command.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
                    .forEach(this::writeOption);
            writeExamples(command.getCommandSpec().usageMessage().footer());
            writeCommands(command, name);
        }
    }

    private void writeParameter(PositionalParamSpec parameter) {
        page.item(parameter.paramLabel(), RoffWriter.escape(plainText(parameter.description())));
    }

    private void writeOption(OptionSpec option) {
        String value = option.arity().max() > 0 ? "=" + option.paramLabel() : "";
        page.item(
                String.join(", ", option.names()) + value,
                RoffWriter.escape(plainText(option.description()) + repetitionNote(option)));
    }

    private static String repetitionNote(ArgSpec option) {
        return option.isMultiValue() && !plainText(option.description()).contains("several")
                ? " (may be given several times)"
                : "";
    }

    private void writeExamples(String[] footer) {
        List<String> lines = List.of(footer).stream()
                .filter(line -> line.startsWith("  "))
                .map(line -> plainText(new String[] {line.strip()}))
                .toList();
        if (!lines.isEmpty()) {
            page.paragraph("Examples:").text(".br").code(lines);
        }
    }

    private void writeFixedSections() {
        page.section("FILES");
        page.item(
                "~/.config/plimsoll/plimsoll.yaml",
                RoffWriter.escape(
                        "the user's configuration, used by run; serve uses ./plimsoll.yaml or the file of --config"));
        page.item(
                "~/.local/share/plimsoll",
                RoffWriter.escape("keys, stored results, and telemetry; --data names another folder"));
        page.section("ENVIRONMENT");
        page.item(
                "PLIMSOLL_*",
                RoffWriter.escape("every key of the configuration: PLIMSOLL_STORE_TYPE=disk is store.type"));
        page.item("PLIMSOLL_JAVA_OPTS", RoffWriter.escape("options for Java, such as -Xmx512m"));
        page.item("PLIMSOLL_DAEMON", RoffWriter.escape("auto or off: whether run uses the shared process of the user"));
        page.item("NO_COLOR", RoffWriter.escape("no colors on any terminal"));
        page.section("EXIT STATUS");
        page.item("0", "success");
        page.item("1", "failure");
        page.item("2", "wrong usage or configuration");
    }

    /** Converts picocli's format to plain text. */
    private static String plainText(String[] description) {
        return String.join(" ", description)
                .replace("%n", " ")
                .replace("%%", "%")
                .strip();
    }
}

package dev.plimsoll.gateway.wrap;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.wrap.syntax.SyntaxMember;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.PropertyCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks properties that hold for every layout of TOML and YAML. */
class LineFormatsLawTest {

    private static final Map<String, String> OPTIONS = Map.of("--budget", "2000");
    private static final Pattern COMMENT = Pattern.compile("#c[0-9]+");

    private static Generator<String> texts(FileFormat format) {
        return format == FileFormat.TOML ? RandomToml.texts() : RandomYaml.texts();
    }

    @ParameterizedTest
    @EnumSource(names = {"TOML", "YAML"})
    void unwrappingRestoresEveryByte(FileFormat format) {
        PropertyCases.check(texts(format), text -> {
            String wrapped = ConfigTexts.wrap(format, text, Map.of());
            assertThat(ConfigTexts.unwrap(format, wrapped)).isEqualTo(text);
            assertThat(ConfigTexts.wrap(format, wrapped, Map.of())).isEqualTo(wrapped);
            assertThat(ConfigTexts.unwrap(format, ConfigTexts.wrap(format, wrapped, OPTIONS)))
                    .isEqualTo(text);
            assertThat(ConfigTexts.unwrap(format, text)).isEqualTo(text);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"TOML", "YAML"})
    void keepsAllCommentsInTheirOrder(FileFormat format) {
        PropertyCases.check(
                texts(format),
                text -> assertThat(comments(ConfigTexts.wrap(format, text, Map.of())))
                        .isEqualTo(comments(text)));
    }

    @ParameterizedTest
    @EnumSource(names = {"TOML", "YAML"})
    void startsTheSameCommandOrCallsTheSameUrl(FileFormat format) {
        PropertyCases.check(texts(format), text -> {
            List<WrapServer> before = ConfigTexts.servers(format, text);
            List<WrapServer> after = ConfigTexts.servers(format, ConfigTexts.wrap(format, text, Map.of()));
            assertThat(after).hasSameSizeAs(before);
            for (int i = 0; i < after.size(); i++) {
                checkServer(before.get(i), after.get(i));
            }
        });
    }

    /** Checks that a wrapped server starts the command, or calls the URL with the headers, that it had before. */
    private static void checkServer(WrapServer before, WrapServer after) {
        List<String> words = words(after);
        if (!words.getFirst().equals(ConfigTexts.LAUNCHER)) {
            assertThat(words).isEqualTo(words(before));
            return;
        }
        assertThat(words.subList(1, 3)).containsExactly("run", "--name");
        if (!before.isRemote()) {
            assertThat(words.get(4)).isEqualTo("--");
            assertThat(words.subList(5, words.size())).isEqualTo(words(before));
            return;
        }
        SyntaxNode environment = requireNonNull(after.environment()).value();
        assertThat(requireNonNull(environment.member(words.get(5))).value().text())
                .isEqualTo(requireNonNull(before.url()).value().text());
        SyntaxMember headers = before.entry().member(before.names().headers());
        List<String> expected = headers == null
                ? List.of()
                : headers.value().members().stream()
                        .map(header -> header.name() + "=" + header.value().text())
                        .toList();
        List<String> actual = new ArrayList<>();
        for (int i = 6; i < words.size(); i += 2) {
            if (words.get(i).equals("--header-env")) {
                String header = words.get(i + 1);
                int equals = header.indexOf('=');
                SyntaxMember value = requireNonNull(environment.member(header.substring(equals + 1)));
                actual.add(header.substring(0, equals + 1) + value.value().text());
            }
        }
        assertThat(actual).isEqualTo(expected);
    }

    private static List<String> words(WrapServer server) {
        SyntaxMember command = server.command();
        SyntaxMember arguments = server.arguments();
        return Stream.concat(
                        Stream.of(command == null ? "none" : command.value().text()),
                        arguments == null
                                ? Stream.of()
                                : arguments.value().items().stream().map(SyntaxNode::text))
                .toList();
    }

    private static List<String> comments(String text) {
        return COMMENT.matcher(text).results().map(MatchResult::group).toList();
    }
}

package dev.plimsoll.texttype;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TextTypesTest {

    private static final byte[] NOISE = noise(6_000);

    record Sample(TextType type, String name, String text) {
        @Override
        public String toString() {
            return type + ": " + name;
        }
    }

    static Stream<Sample> samples() {
        return Stream.of(
                        TextType.JSON,
                        TextType.JSON_LINES,
                        TextType.CSV,
                        TextType.LOG,
                        TextType.MARKDOWN,
                        TextType.SNAPSHOT,
                        TextType.CODE,
                        TextType.PROSE)
                .flatMap(TextTypesTest::samplesOf);
    }

    @Test
    void detectsMessagesOfABrowsersConsole() {
        String numbered = "## Console messages\nShowing 1-9 of 9.\n"
                + "msgid=3 [error] Step {0} took 0 ms (1 args)\nmsgid=4 [log] Step {1} took 7 ms (1 args)\n".repeat(20);
        String unnumbered = "### Result\nTotal messages: 40\n\n"
                + "[LOG] Step 1 took 7 ms @ http://a/b:1\n[WARNING] Step 2 took 8 ms @ http://a/b:1\n".repeat(20);
        assertThat(TextTypes.detect(Slice.of(numbered))).isEqualTo(TextType.LOG);
        assertThat(TextTypes.detect(Slice.of(unnumbered))).isEqualTo(TextType.LOG);
        String requests = "reqid=7 GET https://a.example/api/items/7 [success - 200]\n".repeat(40);
        assertThat(TextTypes.detect(Slice.of("Network requests\n" + requests))).isEqualTo(TextType.LOG);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void detectsTheTypeOfSamples(Sample sample) {
        assertThat(TextTypes.detect(Slice.of(sample.text))).isEqualTo(sample.type);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void detectsTheSameTypeWithWindowsLineEnds(Sample sample) {
        assertThat(TextTypes.detect(Slice.of(sample.text.replace("\n", "\r\n"))))
                .isEqualTo(sample.type);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void detectsTheSameTypeOfLongTexts(Sample sample) {
        if (sample.type == TextType.JSON || sample.text.strip().indexOf('\n') < 0) {
            return;
        }
        String text = (sample.text + "\n").repeat(1 + 100_000 / sample.text.length());
        assertThat(TextTypes.detect(Slice.of(text))).isEqualTo(sample.type);
    }

    @Test
    void textsAboutSnapshotsAreNotSnapshots() {
        String node = "- button \"Save\" [ref=e5]\n";
        String prose = "The server answers with a tree. Each line of it is a node of the page.\n\n";
        assertThat(TextTypes.isSnapshot(
                        Slice.of("# Pages\n\n" + prose + "```yaml\n" + node.repeat(3) + "```\n\n" + prose.repeat(3))))
                .isFalse();
        assertThat(TextTypes.isSnapshot(Slice.of("- one [ref=a]\n- two\n- three\n- four\n- five\n- six\n")))
                .isFalse();
        assertThat(TextTypes.isSnapshot(Slice.of("uid=0(root) gid=0(root) groups=0(root)\n")))
                .isFalse();
    }

    @Test
    void detectsBase64() {
        String line = Base64.getEncoder().encodeToString(NOISE);
        String wrapped = Base64.getMimeEncoder().encodeToString(NOISE);
        assertType(TextType.BASE64, line);
        assertType(TextType.BASE64, Base64.getUrlEncoder().withoutPadding().encodeToString(NOISE));
        assertType(TextType.BASE64, wrapped);
        assertType(TextType.BASE64, wrapped.replace("\r", "") + "\n");
        assertType(TextType.BASE64, line.substring(0, 88));
        assertType(TextType.BASE64, "-----BEGIN CERTIFICATE-----\r\n" + wrapped + "\r\n-----END CERTIFICATE-----\r\n");
        assertType(TextType.BASE64, "data:image/png;base64," + line);
        assertType(TextType.PROSE, line.substring(0, 40));
    }

    @Test
    void detectsBinary() {
        assertThat(TextTypes.detect(Slice.of(NOISE))).isEqualTo(TextType.BINARY);
        assertType(TextType.BINARY, "PK\u0003\u0004\u0014\u0000\u0008");
        assertType(TextType.BINARY, "some text with one \u0000 in it");
        assertThat(TextTypes.detect(Slice.of("plain".getBytes(StandardCharsets.UTF_16LE))))
                .isEqualTo(TextType.BINARY);
        assertThat(TextTypes.detect(Slice.of(new String(NOISE, StandardCharsets.UTF_8))))
                .isEqualTo(TextType.BINARY);
        byte[] late = Arrays.copyOf("words and words ".repeat(4_000).getBytes(StandardCharsets.UTF_8), 64_000);
        System.arraycopy(NOISE, 0, late, 31_000, 6_000);
        assertThat(TextTypes.detect(Slice.of(late))).isEqualTo(TextType.BINARY);
    }

    @Test
    void colorCodesAndFewInvalidBytesAreText() {
        assertType(TextType.PROSE, "\u001b[32mgreen\u001b[0m words and other words");
        byte[] latin = "Die Gäste sind müde und gehen früh nach Hause.".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(TextTypes.detect(Slice.of(latin))).isEqualTo(TextType.PROSE);
    }

    @Test
    void textWithoutLinesIsProse() {
        assertType(TextType.PROSE, " \u0011" + "\r".repeat(20) + " ");
    }

    @Test
    void detectsEmptyText() {
        assertType(TextType.EMPTY, "");
        assertType(TextType.EMPTY, " \r\n\t ");
        assertType(TextType.EMPTY, "\uFEFF");
        assertType(TextType.EMPTY, "\n".repeat(200_000));
    }

    @Test
    void detectsLargeJsonByHeadAndLastByte() {
        String items = "{\"id\":1,\"text\":\"a few words\"},".repeat(10_000);
        assertType(TextType.JSON, "[" + items + "{}]");
        assertType(TextType.JSON, "\uFEFF{\"items\":[" + items + "{}]}\n");
        assertThat(TextTypes.isProbablyJson(Slice.of("[" + items))).isFalse();
        assertThat(TextTypes.isProbablyJson(Slice.of("[".repeat(500_000) + "]".repeat(500_000))))
                .isTrue();
    }

    @Test
    void longJsonLinesAreJsonLines() {
        String line = "{\"items\":[" + "1234,".repeat(4_000) + "0]}\n";
        assertType(TextType.JSON_LINES, line.repeat(3));
    }

    @Test
    void brokenJsonAndScalarsDoNotLookLikeJson() {
        for (String text : new String[] {
            "",
            " ",
            "1",
            "\"a\"",
            "{",
            "[1,2",
            "{\"a\":1]",
            "{a:1}",
            "{'a':1}",
            "[1,]",
            "[1 2]",
            "{\"a\" 1}",
            "{\"a\":}",
            "[,1]",
            "[2025-01-02]",
            "[tru]",
            "[nul",
            "[01x]",
            "{} {}",
            "{}x",
            "[\"a\nb\"]",
            "[INFO]",
            "{{name}}",
            "[1,,2]",
            "[-]",
            "[1.]"
        }) {
            assertThat(TextTypes.isProbablyJson(Slice.of(text))).as(text).isFalse();
        }
    }

    @Test
    void doesNotThrowOnTruncatedSamples() {
        samples().forEach(sample -> {
            Slice text = Slice.of(sample.text);
            for (int end = 0; end <= text.length(); end++) {
                assertThat(TextTypes.detect(text.sub(0, end))).isNotNull();
            }
        });
    }

    @Test
    void doesNotThrowOnRandomText() {
        Random random = new Random(13);
        String common = "ab C1 \n\n\t\u001c\u001f\u0085\u00a0[](){}<>:;,|#*-`\"'=./\\e\u0301";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i >= 0; i--) {
                text.append(common.charAt(random.nextInt(common.length())));
            }
            assertThat(TextTypes.detect(Slice.of(text.toString()))).isNotNull();
        }
    }

    private static void assertType(TextType textType, String text) {
        assertThat(TextTypes.detect(Slice.of(text))).isEqualTo(textType);
    }

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(20_250_301).nextBytes(noise);
        return noise;
    }

    private static Stream<Sample> samplesOf(TextType textType) {
        String file = "kinds/" + textType.name().toLowerCase(Locale.ROOT) + ".txt";
        try (InputStream in = TextTypesTest.class.getResourceAsStream(file)) {
            String samples = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(samples.split("(?m)^%%%% "))
                    .filter(part -> !part.isBlank())
                    .map(part -> new Sample(
                            textType, part.substring(0, part.indexOf('\n')), part.substring(part.indexOf('\n') + 1)));
        } catch (IOException e) {
            throw new IllegalStateException(file, e);
        }
    }
}

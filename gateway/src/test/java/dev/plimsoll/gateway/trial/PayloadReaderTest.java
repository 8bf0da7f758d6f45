package dev.plimsoll.gateway.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayloadReaderTest {

    @TempDir
    private Path folder;

    private static TrialPayload readInput(byte[] bytes) throws TrialException {
        return PayloadReader.read("-", new ByteArrayInputStream(bytes), null, new TrialProgress(null));
    }

    private static TrialPayload readInput(String text) throws TrialException {
        return readInput(text.getBytes(StandardCharsets.UTF_8));
    }

    private TrialPayload readFile(String name, String text, @Nullable PayloadForm requestedForm)
            throws TrialException, IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        return PayloadReader.read(
                file.toString(), InputStream.nullInputStream(), requestedForm, new TrialProgress(null));
    }

    @Test
    void readsAResultObjectUnchanged() throws TrialException {
        String result = "{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],\"isError\":true}";

        assertThat(readInput(result).form()).isEqualTo(PayloadForm.RESULT);
        assertThat(readInput("  " + result + "\n").result().utf8()).isEqualTo(result);
    }

    @Test
    void readsAResultWithOnlyStructuredContent() throws TrialException {
        assertThat(readInput("{\"structuredContent\":{\"a\":1}}").form()).isEqualTo(PayloadForm.RESULT);
    }

    @Test
    void extractsTheResultOfAResponse() throws TrialException {
        TrialPayload trialPayload = readInput("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}");

        assertThat(trialPayload.form()).isEqualTo(PayloadForm.RESPONSE);
        assertThat(trialPayload.result().utf8()).isEqualTo("{\"content\":[]}");
    }

    @Test
    void notesAResponseWithoutAToolResult() throws TrialException {
        TrialPayload trialPayload =
                readInput("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"no\"}}");

        assertThat(trialPayload.form()).isEqualTo(PayloadForm.JSON);
        assertThat(trialPayload.notes()).singleElement().asString().contains("without a tool result");
    }

    @Test
    void wrapsADocumentInATextBlockUnchanged() throws TrialException {
        TrialPayload trialPayload = readInput("{ \"a\": 1.10 }\n");

        assertThat(trialPayload.form()).isEqualTo(PayloadForm.JSON);
        assertThat(trialPayload.result().utf8())
                .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"{ \\\"a\\\": 1.10 }\\n\"}]}");
    }

    @Test
    void readsADocumentWithAContentListAsJson() throws TrialException {
        assertThat(readInput("{\"content\":[{\"id\":1}],\"totalElements\":1}").form())
                .isEqualTo(PayloadForm.JSON);
    }

    @Test
    void treatsMalformedJsonAsTextWithItsPosition() throws TrialException {
        TrialPayload trialPayload = readInput("{\"a\": 1,\n \"b\": [1,,2]}");

        assertThat(trialPayload.form()).isEqualTo(PayloadForm.TEXT);
        assertThat(trialPayload.isAlmostJson()).isTrue();
        assertThat(trialPayload.notes()).containsExactly("not valid JSON (line 2, column 10): treated as text");
    }

    @Test
    void addsNoNoteToPlainText() throws TrialException {
        assertThat(readInput("[INFO] all is well\n").notes()).isEmpty();
        assertThat(readInput("{\"a\":1}\n{\"a\":2}\n").notes()).isEmpty();
    }

    @Test
    void notesInvalidJsonInAFileNamedJson() throws TrialException, IOException {
        assertThat(readFile("a.json", "hello", null).notes())
                .containsExactly("not valid JSON (line 1, column 1): treated as text");
    }

    @Test
    void removesAByteOrderMark() throws TrialException {
        TrialPayload trialPayload = readInput("\uFEFF[1,2]");

        assertThat(trialPayload.form()).isEqualTo(PayloadForm.JSON);
        assertThat(trialPayload.notes()).singleElement().asString().contains("byte order mark");
    }

    @Test
    void repairsInvalidUtf8() throws TrialException {
        TrialPayload trialPayload = readInput(new byte[] {'a', (byte) 0xFF, 'b'});

        assertThat(trialPayload.result().utf8()).contains("a\uFFFDb");
        assertThat(trialPayload.notes()).singleElement().asString().contains("not valid UTF-8");
    }

    @Test
    void rejectsBinaryData() {
        assertThatThrownBy(() -> readInput(new byte[] {'a', 'b', 0, 'c'}))
                .isInstanceOf(TrialException.class)
                .hasMessage("standard input is binary (NUL byte at offset 2): must be text or JSON in UTF-8");
        assertThatThrownBy(() -> readInput("\uFEFF{}".getBytes(StandardCharsets.UTF_16LE)))
                .isInstanceOf(TrialException.class)
                .hasMessageEndingWith("this looks like UTF-16");
    }

    @Test
    void acceptsTextWithASingleNul() throws TrialException {
        TrialPayload trialPayload = readInput("x".repeat(500) + "\0");

        assertThat(trialPayload.form()).isEqualTo(PayloadForm.TEXT);
        assertThat(trialPayload.notes()).containsExactly("NUL bytes in the text (the first at offset 500): unchanged");
    }

    @Test
    void rejectsEmptyAndMissingFiles() {
        assertThatThrownBy(() -> readInput("")).hasMessage("standard input is empty");
        assertThatThrownBy(() -> readFile("empty", "", null)).hasMessageEndingWith("empty is empty");
        assertThatThrownBy(() -> PayloadReader.read(
                        folder.toString(), InputStream.nullInputStream(), null, new TrialProgress(null)))
                .hasMessageContaining("is a directory");
        assertThatThrownBy(() -> PayloadReader.read(
                        folder.resolve("none").toString(),
                        InputStream.nullInputStream(),
                        null,
                        new TrialProgress(null)))
                .hasMessageEndingWith("none does not exist");
    }

    @Test
    void readsAPayloadAsASimplerForm() throws TrialException, IOException {
        String result = "{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}";

        assertThat(readFile("r.json", result, PayloadForm.JSON).result().utf8()).contains("\\\"content\\\"");
        assertThat(readFile("o.json", "{\"a\":1}", PayloadForm.RESULT).result().utf8())
                .isEqualTo("{\"a\":1}");
        assertThatThrownBy(() -> readFile("t.txt", "hi", PayloadForm.JSON)).hasMessageStartingWith("--as json: ");
    }

    @Test
    void readsMoreThanTheFirstBuffer() throws TrialException {
        assertThat(readInput("x".repeat(3_000_000)).bytes()).isEqualTo(3_000_000);
    }
}

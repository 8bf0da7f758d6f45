package dev.plimsoll.gateway.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.NullMarked;

/** A configuration before and after wrapping: « and » enclose a change, the text before → the text after. */
@NullMarked
record WrapExample(FileFormat format, String client, String text) {

    static WrapExample json(String client, String text) {
        return new WrapExample(FileFormat.JSON, client, text);
    }

    String before() {
        return text.replaceAll("(?s)«(.*?)→(.*?)»", "$1");
    }

    String after() {
        return text.replaceAll("(?s)«(.*?)→(.*?)»", "$2");
    }

    void checkWrapping() {
        assertThat(Texts.wrap(format, before(), Map.of())).isEqualTo(after());
        assertThat(Texts.wrap(format, after(), Map.of())).isEqualTo(after());
    }

    void checkUnwrapping() {
        assertThat(Texts.unwrap(format, after())).isEqualTo(before());
        assertThat(Texts.unwrap(format, before())).isEqualTo(before());
        Map<String, String> options = Map.of("--budget", "2000");
        assertThat(Texts.unwrap(format, Texts.wrap(format, after(), options))).isEqualTo(before());
    }

    @Override
    public String toString() {
        return client;
    }
}

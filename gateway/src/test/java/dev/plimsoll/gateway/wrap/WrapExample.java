package dev.plimsoll.gateway.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.NullMarked;

/** A configuration before and after wrapping: « and » enclose a change, the text before → the text after. */
@NullMarked
record WrapExample(FileFormat format, String name, String text) {

    static WrapExample json(String name, String text) {
        return new WrapExample(FileFormat.JSON, name, text);
    }

    String before() {
        return text.replaceAll("(?s)«(.*?)→(.*?)»", "$1");
    }

    String after() {
        return text.replaceAll("(?s)«(.*?)→(.*?)»", "$2");
    }

    void checkWrapping() {
        assertThat(ConfigTexts.wrap(format, before(), Map.of())).isEqualTo(after());
        assertThat(ConfigTexts.wrap(format, after(), Map.of())).isEqualTo(after());
    }

    void checkUnwrapping() {
        assertThat(ConfigTexts.unwrap(format, after())).isEqualTo(before());
        assertThat(ConfigTexts.unwrap(format, before())).isEqualTo(before());
        Map<String, String> options = Map.of("--budget", "2000");
        assertThat(ConfigTexts.unwrap(format, ConfigTexts.wrap(format, after(), options)))
                .isEqualTo(before());
    }

    @Override
    public String toString() {
        return name;
    }
}

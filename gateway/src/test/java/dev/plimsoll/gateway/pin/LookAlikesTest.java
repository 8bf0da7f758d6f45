package dev.plimsoll.gateway.pin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookAlikesTest {

    @ParameterizedTest
    @CsvSource({
        "pay, pаy", // Cyrillic
        "list_l, list_1",
        "Iist, list",
        "g0, gO",
        "read_file, read-file",
        "read_file, read.file",
        "search, ｓearch", // full width
        "getUser, getuser"
    })
    void findsNamesThatLookAlike(String name, String other) {
        LookAlikes lookAlikes = new LookAlikes();
        lookAlikes.add("a", name);
        lookAlikes.add("b", other);
        assertThat(lookAlikes.pairs()).containsExactly(new LookAlikes.Pair("b", other, "a", name));
    }

    @Test
    void ignoresHiddenCharacters() {
        assertThat(LookAlikes.formOf("pay\u200b")).isEqualTo(LookAlikes.formOf("pay"));
    }

    @Test
    void allowsEqualNamesOfTwoServers() {
        LookAlikes lookAlikes = new LookAlikes();
        lookAlikes.add("a", "search");
        lookAlikes.add("b", "search");
        lookAlikes.add("b", "searches");
        assertThat(lookAlikes.pairs()).isEmpty();
    }
}

package dev.plimsoll.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaseLoopDetectorTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u1C80",
                "a\u1C88b",
                "\\x{1C85}",
                "[a-\uFFFD]",
                "[^]a-\uFFFD]",
                "x[\\x41-\\x{ffff}]",
                "[[:alpha:]0-\u9999]",
                "[\u1C00-\u1C80]",
                "[a\\]-\uFFFD]",
            })
    void detectsPatternsThatRe2CannotCompile(String pattern) {
        assertThat(CaseLoopDetector.isUnsafe(pattern)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\\",
                "order-\u674E",
                "[a-z]-\u674E",
                "[\u4E00-\u9FA5]",
                "[\u0400-\u04FF]",
                "[a\u674E-]",
                "[^a-z]",
                "\\x{zz}",
                "\\x4",
                "[-\u674E]"
            })
    void acceptsOtherPatterns(String pattern) {
        assertThat(CaseLoopDetector.isUnsafe(pattern)).isFalse();
    }

    @Test
    void terminatesOnInvalidExpressions() {
        for (String pattern : new String[] {"[", "[^", "[a-", "[[:", "\\x{", "[]", "a-"}) {
            assertThat(CaseLoopDetector.isUnsafe(pattern)).isFalse();
        }
    }
}

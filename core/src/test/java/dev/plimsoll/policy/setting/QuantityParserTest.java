package dev.plimsoll.policy.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityParserTest {

    @ParameterizedTest
    @CsvSource({
        "15m, PT15M",
        "24h, PT24H",
        "30d, PT720H",
        "500ms, PT0.5S",
        "1h30m, PT1H30M",
        "1d12h1m1s1ms, PT36H1M1.001S",
        "0, PT0S",
        "0s, PT0S",
        "PT15M, PT15M"
    })
    void parsesTimes(String text, String duration) {
        assertThat(QuantityParser.parseDuration(text)).isEqualTo(Duration.parse(duration));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "15",
                "m",
                "15 m",
                "15M",
                "-1m",
                "1.5h",
                "1m1h",
                "1m1m",
                "1mm",
                "Px",
                "PT",
                "1e3s",
                "NaN",
                "99999999999999999d",
                "１m",
                "9999999999999999999m"
            })
    void refusesInvalidTimes(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> QuantityParser.parseDuration(text));
    }

    @ParameterizedTest
    @CsvSource({
        "300, 300",
        "1B, 1",
        "256KB, 262144",
        "64MB, 67108864",
        "1GB, 1073741824",
        "2TB, 2199023255552",
        "1KiB, 1024",
        "3 MB, 3145728"
    })
    void parsesSizes(String text, long bytes) {
        assertThat(QuantityParser.parseBytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "KB", "1kb", "1K", "-1", "1.5MB", "1XB", "1 K B", "0x10", "1_000", "9999999999TB", "1e3"})
    void refusesInvalidSizes(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> QuantityParser.parseBytes(text));
    }

    @ParameterizedTest
    @CsvSource({"1%, 0.01, 1%", "100%, 1, 100%", "0.5, 0.5, 50%", "0.05%, 0.0005, 0.05%", "7%, 0.07, 7%", "0, 0, 0%"})
    void parsesAndFormatsShares(String text, double share, String formatted) {
        assertThat(QuantityParser.parseShare(text)).isEqualTo(share);
        assertThat(QuantityParser.formatShare(share)).isEqualTo(formatted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", ".5", "1.", "1e3", "NaN", "Infinity", "-1", "+1", "1,5", "0x1p3", "1.1.1", "1f"})
    void refusesInvalidNumbers(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> QuantityParser.parseDecimal(text));
        assertThatIllegalArgumentException().isThrownBy(() -> QuantityParser.parseShare(text));
    }

    @ParameterizedTest
    @CsvSource({"15m, 15m", "60m, 1h", "24h, 24h", "48h, 2d", "90m, 90m", "1500ms, 1500ms", "30d, 30d"})
    void formatsTimesInUsualUnits(String text, String formatted) {
        assertThat(QuantityParser.formatDuration(QuantityParser.parseDuration(text)))
                .isEqualTo(formatted);
    }

    @ParameterizedTest
    @CsvSource({"5120, 5120", "262144, 256KB", "50000, 50000", "67108864, 64MB", "2147483647, 2147483647", "0, 0"})
    void formatsSizesInUsualUnits(long bytes, String formatted) {
        assertThat(QuantityParser.formatBytes(bytes)).isEqualTo(formatted);
    }

    @Test
    void parsesWhatItFormats() {
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            long number = random.nextLong(1L << random.nextInt(1, 45));
            assertThat(QuantityParser.parseBytes(QuantityParser.formatBytes(number)))
                    .isEqualTo(number);
            Duration time = Duration.ofMillis(number);
            assertThat(QuantityParser.parseDuration(QuantityParser.formatDuration(time)))
                    .isEqualTo(time);
            double decimal = number % 1_000_000 / 1000.0;
            assertThat(QuantityParser.parseDecimal(QuantityParser.formatDecimal(decimal)))
                    .isEqualTo(decimal);
        }
        Duration nanoseconds = Duration.ofNanos(1_500_000_001);
        assertThat(QuantityParser.parseDuration(QuantityParser.formatDuration(nanoseconds)))
                .isEqualTo(nanoseconds);
    }
}

package dev.plimsoll.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/** Fuzzes the lines of spool files, which any program could have written. */
class TelemetryEntryFuzzTest {

    @FuzzTest
    void anyLineIsParsedOrIgnored(byte[] data) {
        TelemetryEntry telemetryEntry = TelemetryEntryCodec.read(Slice.of(data));
        if (telemetryEntry != null) {
            ByteSink out = new ByteSink();
            TelemetryEntryCodec.write(telemetryEntry, out);
            assertThat(out.slice().utf8()).hasLineCount(1).endsWith("\n");
            assertThat(TelemetryEntryCodec.read(out.slice().sub(0, out.size() - 1)))
                    .isEqualTo(telemetryEntry);
        }
    }
}

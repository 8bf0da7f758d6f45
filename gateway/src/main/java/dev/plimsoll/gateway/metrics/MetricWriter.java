package dev.plimsoll.gateway.metrics;

import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes metrics as text. The formats of Prometheus and OpenMetrics differ only in the names of counters, the
 * last line, and the content type.
 */
enum MetricWriter {
    PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
    OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

    private static final String TOTAL = "_total";

    private final String contentType;

    MetricWriter(String contentType) {
        this.contentType = contentType;
    }

    /** Returns the format for an {@code Accept} header: OpenMetrics if the client accepts it, else Prometheus. */
    static MetricWriter forAcceptHeader(@Nullable String accept) {
        return accept != null && accept.contains("application/openmetrics-text") ? OPEN_METRICS : PROMETHEUS;
    }

    String contentType() {
        return contentType;
    }

    Slice format(List<MetricFamily> families) {
        StringBuilder out = new StringBuilder(1 << 14);
        for (MetricFamily metricFamily : families) {
            write(metricFamily, out);
        }
        return Slice.of(out.append(this == OPEN_METRICS ? "# EOF\n" : "").toString());
    }

    private void write(MetricFamily metricFamily, StringBuilder out) {
        String name = metricFamily.name();
        boolean isCounter = metricFamily.type() == MetricFamily.Type.COUNTER;
        // OpenMetrics names a counter without the suffix of its samples
        String displayName =
                isCounter && this == OPEN_METRICS ? name.substring(0, name.length() - TOTAL.length()) : name;
        out.append("# HELP ")
                .append(displayName)
                .append(' ')
                .append(metricFamily.help())
                .append('\n');
        out.append("# TYPE ").append(displayName).append(' ');
        out.append(metricFamily.type().name().toLowerCase(Locale.ROOT)).append('\n');
        for (List<String> labelValues : metricFamily.series()) {
            if (metricFamily.type() == MetricFamily.Type.HISTOGRAM) {
                writeHistogram(metricFamily, labelValues, out);
            } else {
                writeSample(name, metricFamily.labels(), labelValues, null, metricFamily.value(labelValues), out);
            }
        }
    }

    private static void writeHistogram(MetricFamily metricFamily, List<String> labelValues, StringBuilder out) {
        double[] bounds = metricFamily.bounds();
        double[] cells = metricFamily.cells(labelValues);
        double count = 0;
        for (int i = 0; i <= bounds.length; i++) {
            count += cells[i];
            String bound = i == bounds.length ? "+Inf" : Double.toString(bounds[i]);
            writeSample(metricFamily.name() + "_bucket", metricFamily.labels(), labelValues, bound, count, out);
        }
        writeSample(
                metricFamily.name() + "_sum", metricFamily.labels(), labelValues, null, cells[bounds.length + 1], out);
        writeSample(metricFamily.name() + "_count", metricFamily.labels(), labelValues, null, count, out);
    }

    private static void writeSample(
            String name,
            List<String> labels,
            List<String> labelValues,
            @Nullable String bound,
            double value,
            StringBuilder out) {
        out.append(name);
        char separator = '{';
        for (int i = 0; i < labels.size(); i++) {
            writeLabel(labels.get(i), labelValues.get(i), out.append(separator));
            separator = ',';
        }
        if (bound != null) {
            writeLabel("le", bound, out.append(separator));
            separator = ',';
        }
        out.append(separator == ',' ? "} " : " ");
        writeNumber(value, out);
        out.append('\n');
    }

    private static void writeLabel(String name, String value, StringBuilder out) {
        out.append(name).append("=\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '"' -> out.append("\\\"");
                case '\n' -> out.append("\\n");
                default -> out.append(Character.isISOControl(c) ? '?' : c);
            }
        }
        out.append('"');
    }

    private static void writeNumber(double value, StringBuilder out) {
        if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
            out.append((long) value);
        } else {
            out.append(value);
        }
    }
}

package dev.plimsoll.gateway.trace.otel;

import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.gateway.trace.Span;
import dev.plimsoll.gateway.trace.SpanFactory;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Creates spans with the SDK. The SDK is configured by its own environment variables; for variables that are
 * not set, Plimsoll has its own defaults.
 */
final class OtelSpanFactory implements SpanFactory {

    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(800);

    private final OpenTelemetrySdk sdk;
    private final Tracer tracer;

    private OtelSpanFactory(OpenTelemetrySdk sdk, String version) {
        this.sdk = sdk;
        this.tracer = sdk.getTracerProvider()
                .tracerBuilder("dev.plimsoll")
                .setInstrumentationVersion(version)
                .build();
    }

    /** Opens the SDK. Throws an exception of the SDK if a variable is not valid. */
    static OtelSpanFactory open(Map<String, String> environment, String version) {
        AutoConfiguredOpenTelemetrySdk configuredSdk = AutoConfiguredOpenTelemetrySdk.builder()
                .addPropertiesSupplier(() -> properties(environment))
                .addResourceCustomizer((resource, config) -> resource.toBuilder()
                        .put(AttributeKey.stringKey("service.version"), version)
                        .build())
                .disableShutdownHook()
                .build();
        return new OtelSpanFactory(configuredSdk.getOpenTelemetrySdk(), version);
    }

    /**
     * Returns the settings by the names of the SDK's properties: the variable {@code OTEL_SERVICE_NAME} is
     * {@code otel.service.name}. Variables override Plimsoll's defaults.
     */
    private static Map<String, String> properties(Map<String, String> environment) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("otel.service.name", "plimsoll");
        // the other protocol, gRPC, would need an additional library
        properties.put("otel.exporter.otlp.protocol", "http/protobuf");
        properties.put("otel.metrics.exporter", "none");
        properties.put("otel.logs.exporter", "none");
        environment.forEach((name, value) -> {
            if (name.startsWith("OTEL_")) {
                properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        return properties;
    }

    @Override
    public Span begin(Side side, String name, @Nullable TraceContext parent) {
        SpanBuilder builder =
                tracer.spanBuilder(name).setSpanKind(side == Side.SERVER ? SpanKind.SERVER : SpanKind.CLIENT);
        if (parent == null) {
            builder.setNoParent();
        } else {
            builder.setParent(Context.root().with(io.opentelemetry.api.trace.Span.wrap(remoteContext(parent))));
        }
        return new OtelSpan(builder.startSpan(), parent == null ? null : parent.baggage());
    }

    private static SpanContext remoteContext(TraceContext parent) {
        return SpanContext.createFromRemoteParent(
                parent.traceId(), parent.spanId(), TraceFlags.fromHex(parent.flags(), 0), parseState(parent.state()));
    }

    private static TraceState parseState(@Nullable String text) {
        return text == null ? TraceState.getDefault() : TraceStateCodec.decode(text);
    }

    @Override
    public void close() {
        var _ = sdk.shutdown().join(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}

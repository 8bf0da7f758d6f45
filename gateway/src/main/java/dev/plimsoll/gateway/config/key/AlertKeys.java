package dev.plimsoll.gateway.config.key;

import dev.plimsoll.gateway.config.key.Key.Acts;
import dev.plimsoll.gateway.config.key.TextForm.Look;
import dev.plimsoll.policy.Form;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Keys of alerts. */
final class AlertKeys {

    private AlertKeys() {}

    static List<Key> all() {
        List<Key> keys = new ArrayList<>();
        for (Key key : List.of(
                Key.of("oversizedShare", Form.share(), "5%", "the share of oversized results that alerts; 100%: none"),
                Key.of(
                        "upstreamErrorShare",
                        Form.share(),
                        "10%",
                        "the share of calls without an answer of their server that alerts; 100%: none"),
                Key.of("estimatorError", Form.share(), "20%", "how far off estimates of tokens alert; 100%: never"),
                Key.of(
                        "window",
                        Form.time(Duration.ofSeconds(1), Duration.ofDays(1)),
                        "5m",
                        "the time it is measured over"),
                Key.of("minRequests", Form.whole(1, 1_000_000), "20", "fewer results in that time say nothing"),
                Key.of("webhook", new TextForm(Look.URL), null, "is told of an alert, and of its end")
                        .orNull()
                        .with(Secrecy.MASKED),
                Key.of("webhookSecret", new TextForm(Look.ANY), null, "signs what it is told; unset: nothing does")
                        .with(Secrecy.SECRET))) {
            keys.add(key.under("alerts").in(Acts.SERVE));
        }
        return keys;
    }
}

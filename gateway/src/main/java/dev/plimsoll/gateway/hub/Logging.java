package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What is to be logged is said to all servers that log. */
final class Logging implements Endpoint {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public void answer(Message request, Flight flight, Talk talk) throws HubFault, IOException {
        Slice params = Objects.requireNonNullElse(request.params(), Slice.of("{}"));
        talk.logs(params);
        List<Message> answers =
                Parallel.<Spoke, Optional<Message>>each(talk.spokes(), spoke -> set(spoke, params)).stream()
                        .flatMap(Optional::stream)
                        .toList();
        if (answers.stream().anyMatch(answer -> answer.result() != null)) {
            flight.result(Slice.of("{}"));
        } else if (answers.isEmpty()) {
            throw new HubFault(new Fault(
                    Fault.METHOD_NOT_FOUND,
                    new RefusedException(ErrorCode.NOT_FOUND, "no server logs", "what the servers offer")));
        } else {
            Message first = answers.get(0);
            flight.send(first.with(Objects.requireNonNull(first.id()), List.of(flight.id())));
        }
    }

    private static Optional<Message> set(Spoke spoke, Slice params) {
        Live live = spoke.open();
        Opened opened = spoke.opened();
        boolean logs = live != null && opened != null && opened.offers("logging");
        return live == null || !logs
                ? Optional.empty()
                : Optional.ofNullable(
                        spoke.ask(live, "logging/setLevel", params, System.nanoTime() + PATIENCE.toNanos()));
    }
}

package dev.plimsoll.gateway.replica;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TicketsTest {

    private static final byte[] OLD = "the key that all replicas have".getBytes(UTF_8);
    private static final byte[] FRESH = "and the one that comes after it".getBytes(UTF_8);

    @Test
    void saysWhichReplicaItIsOf() {
        Tickets one = new Tickets(List.of(OLD));
        Tickets other = new Tickets(List.of(OLD));
        String ticket = one.issue();
        assertThat(Tickets.isTicket(ticket)).isTrue();
        assertThat(ticket.length()).isLessThanOrEqualTo(Tickets.LONGEST);
        assertThat(other.elsewhere(ticket)).isEqualTo(one.replica()).isNotEqualTo(other.replica());
        assertThat(one.elsewhere(ticket)).isNull();
    }

    @Test
    void isBelievedUnderEachOfTheKeys() {
        String before = new Tickets(List.of(OLD)).issue();
        String after = new Tickets(List.of(FRESH, OLD)).issue();
        Tickets both = new Tickets(List.of(OLD, FRESH));
        assertThat(both.elsewhere(before)).isNotNull();
        assertThat(both.elsewhere(after)).isNotNull();
        assertThat(new Tickets(List.of(OLD)).elsewhere(after)).isNull();
        assertThat(Tickets.alone().elsewhere(before)).isNull();
    }

    @Test
    void nobodyElseCanMakeOne() {
        Tickets tickets = new Tickets(List.of(OLD));
        String ticket = new Tickets(List.of(OLD)).issue();
        for (int i = 0; i < ticket.length(); i++) {
            char other = ticket.charAt(i) == 'A' ? 'B' : 'A';
            String changed = ticket.substring(0, i) + other + ticket.substring(i + 1);
            assertThat(tickets.elsewhere(changed)).as("at %s", i).isNull();
        }
        for (String made : List.of("", "input.", "input...", "input.a.b.c", "input." + tickets.replica(), "sealed.x")) {
            assertThat(tickets.elsewhere(made)).as(made).isNull();
        }
        assertThat(tickets.elsewhere(ticket + "A")).isNull();
        assertThat(tickets.elsewhere("input." + "x".repeat(1_000_000))).isNull();
    }

    @Test
    void noTwoAreTheSame() {
        Tickets tickets = new Tickets(List.of(OLD));
        Set<String> all = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            assertThat(all.add(tickets.issue())).isTrue();
        }
    }
}

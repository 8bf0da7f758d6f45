package dev.plimsoll.gateway.http.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.http.jetty.ConnectionShares.WaitingConnection;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.Connection;
import org.junit.jupiter.api.Test;

/** Tests which connections are closed when their number nears the limit. */
class ConnectionSharesTest {

    private final ConnectionShares connectionShares = new ConnectionShares(100);
    private final List<WaitingConnection> waiting = new ArrayList<>();

    /** Opens connections of an address that wait for a request. Returns them with the oldest first. */
    private List<Connection> open(String address, int count) {
        List<Connection> opened = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Connection connection = (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                        if (method.getName().equals("toString")) {
                            return "a connection of " + address;
                        }
                        throw new UnsupportedOperationException(method.getName());
                    });
            opened.add(connection);
            waiting.add(new WaitingConnection(connection, address, waiting.size()));
        }
        return opened;
    }

    private static void assertSame(List<Connection> found, List<Connection> expected) {
        assertThat(found).hasSize(expected.size());
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i)).as("connection %d", i).isSameAs(expected.get(i));
        }
    }

    @Test
    void isCrowdedAboveNineTenths() {
        assertThat(connectionShares.isCrowded(90)).isFalse();
        assertThat(connectionShares.isCrowded(91)).isTrue();
        assertThat(new ConnectionShares(5).isCrowded(5)).isFalse();
    }

    @Test
    void anAddressThatIsAloneKeepsNineTenths() {
        List<Connection> opened = open("one", 95);
        // 89 connections stay: one more is closed than necessary, so that not every new connection needs a search
        assertSame(connectionShares.findSurplus(95, waiting), opened.subList(0, 6));
    }

    @Test
    void theAddressWithTheMostLosesItsOldestConnections() {
        open("few", 11);
        List<Connection> connectionsOfLargestAddress = open("most", 80);
        assertSame(connectionShares.findSurplus(91, waiting), connectionsOfLargestAddress.subList(0, 30));
    }

    @Test
    void nothingIsClosedIfAllHaveRequests() {
        assertThat(connectionShares.findSurplus(100, waiting)).isEmpty();
    }
}

package dev.plimsoll.gateway.hub.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the names under which clients of the hub see the tools of its servers. */
class HubNamesTest {

    private static final List<String> SERVERS = List.of("a", "a-b", "twenty-characters-00");
    private static final String ALPHABET = "ab_.-/ 0Zäß🚢\n\"";

    @Test
    void prefixesNamesWithTheirServer() {
        HubNames hubNames = new HubNames(List.of("files", "crm"));
        hubNames.register(0, List.of("read_file"));
        hubNames.register(1, List.of("read_file", "dig.deep", "größe"));
        assertThat(hubNames.clientName(0, "read_file")).isEqualTo("files__read_file");
        assertThat(hubNames.clientName(1, "read_file")).isEqualTo("crm__read_file");
        assertThat(hubNames.clientName(1, "dig.deep")).isEqualTo("crm__dig_deep");
        assertThat(hubNames.clientName(1, "größe")).isEqualTo("crm__gr__e");
        assertThat(hubNames.find("crm__dig_deep")).isEqualTo(new HubNames.Target(1, "dig.deep"));
        assertThat(hubNames.find("crm__dig.deep")).isNull();
    }

    @Test
    void addsHashToLongOrDuplicateNames() {
        HubNames hubNames = new HubNames(List.of("crm"));
        String longName = "x".repeat(44);
        hubNames.register(0, List.of("a.b", "a_b", "a/b", longName, "y".repeat(43)));
        // a name without forbidden characters gets no hash, even if an earlier name becomes equal to it
        assertThat(hubNames.clientName(0, "a_b")).isEqualTo("crm__a_b");
        assertThat(hubNames.clientName(0, "a.b")).matches("crm__a_b_[0-9a-f]{6}");
        assertThat(hubNames.clientName(0, "a/b"))
                .matches("crm__a_b_[0-9a-f]{6}")
                .isNotEqualTo(hubNames.clientName(0, "a.b"));
        assertThat(hubNames.clientName(0, longName))
                .matches("crm__x{36}_[0-9a-f]{6}")
                .hasSize(48);
        assertThat(hubNames.clientName(0, "y".repeat(43))).isEqualTo("crm__" + "y".repeat(43));
    }

    /**
     * Checks that each name identifies one tool, is short, has only allowed characters, and does not depend on the number or
     * order of listings.
     */
    @Test
    void doesNotDependOnOrderOfListings() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            List<List<String>> namesByServer = new ArrayList<>();
            for (int server = 0; server < SERVERS.size(); server++) {
                Set<String> names = new LinkedHashSet<>();
                for (int i = random.nextInt(30); i >= 0; i--) {
                    names.add(name(random));
                }
                namesByServer.add(List.copyOf(names));
            }
            HubNames registeredOnce = register(namesByServer, List.of(0, 1, 2));
            List<Integer> order = new ArrayList<>(List.of(0, 0, 1, 1, 2, 2, 2));
            Collections.shuffle(order, random);
            HubNames registeredInRandomOrder = register(namesByServer, order);
            Set<String> clientNames = new HashSet<>();
            for (int server = 0; server < namesByServer.size(); server++) {
                for (String name : namesByServer.get(server)) {
                    String clientName = registeredOnce.clientName(server, name);
                    assertThat(clientName)
                            .matches("[A-Za-z0-9_-]{1,48}")
                            .isEqualTo(registeredInRandomOrder.clientName(server, name));
                    assertThat(registeredOnce.find(clientName)).isEqualTo(new HubNames.Target(server, name));
                    assertThat(clientNames.add(clientName)).as(clientName).isTrue();
                }
            }
        }
    }

    private static HubNames register(List<List<String>> namesByServer, List<Integer> order) {
        HubNames hubNames = new HubNames(SERVERS);
        order.forEach(server -> hubNames.register(server, namesByServer.get(server)));
        return hubNames;
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        int[] letters = ALPHABET.codePoints().toArray();
        for (int i = random.nextInt(random.nextBoolean() ? 3 : 60); i >= 0; i--) {
            name.appendCodePoint(letters[random.nextInt(letters.length)]);
        }
        return name.toString();
    }

    @Test
    void limitsNumberOfNames() {
        HubNames hubNames = new HubNames(List.of("crm"));
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 20_100; i++) {
            names.add("tool-" + i);
        }
        hubNames.register(0, names);
        assertThat(hubNames.find("crm__tool-19999")).isNotNull();
        assertThat(hubNames.find("crm__tool-20000")).isNull();
    }
}

package dev.plimsoll.seeds;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Results of servers with their own pagination, with realistic records. */
final class PagedPayloads {

    /** A page of a server with 5,000 items, as written by Django REST framework. */
    static final String DRF =
            "{\"count\":5000,\"next\":\"https://crm.example/items?page=2\",\"previous\":null,\"results\":"
                    + customers(100) + "}";

    /** The members of {@link #DRF} that say that more items exist. */
    static final String DRF_UPSTREAM = "{\"count\":5000,\"next\":\"https://crm.example/items?page=2\"}";

    /** The only page of such a server: it contains all items. */
    static final String COMPLETE =
            "{\"count\":100,\"next\":null,\"previous\":null,\"has_more\":false,\"remaining\":0,\"results\":"
                    + customers(100) + "}";

    /** A GraphQL connection that reports fewer nodes than it contains. */
    static final String GRAPHQL = "{\"data\":{\"repository\":{\"issues\":{\"totalCount\":12,\"pageInfo\":"
            + "{\"hasNextPage\":true,\"endCursor\":\"Y3Vyc29yOnYyOpK5\"},\"nodes\":" + issues(400) + "}}}}";

    static final String GITHUB = "{\"total_count\":8213,\"incomplete_results\":false,\"items\":" + issues(100) + "}";

    static final String STRIPE =
            "{\"object\":\"list\",\"url\":\"/v1/customers\",\"has_more\":true,\"data\":" + customers(100) + "}";

    static final String PAGINATION = "{\"data\":" + customers(100)
            + ",\"pagination\":{\"page\":3,\"per_page\":100,\"total_pages\":41,\"total_items\":4097,\"next_page\":4}}";

    private PagedPayloads() {}

    static String customers(int count) {
        return array(count, PagedPayloads::customer);
    }

    static String issues(int count) {
        return array(count, PagedPayloads::issue);
    }

    private static String array(int count, IntFunction<String> record) {
        return IntStream.range(0, count).mapToObj(record).collect(Collectors.joining(",", "[", "]"));
    }

    private static String customer(int i) {
        return "{\"id\":\"cus_" + (90_000 + i) + "\",\"name\":\"Grace Hopper " + i + "\",\"email\":\"grace" + i
                + "@harbour.example\",\"status\":\"" + (i % 3 == 0 ? "active" : "lapsed")
                + "\",\"address\":{\"line1\":\""
                + i + " Quay Street\",\"line2\":null,\"city\":\"Port Ellen\",\"postcode\":\"PA42 7D" + i
                + "\",\"country\":\"GB\"},\"preferences\":{\"channel\":\"email\",\"language\":\"en-GB\",\"newsletter\":true},"
                + "\"tags\":[\"wholesale\",\"net-30\",\"islands\"],\"notes\":\"Prefers deliveries before noon, rings twice; "
                + "asked for an invoice without the freight surcharge on the last three orders.\",\"balance\":\""
                + (i * 17 % 900) + ".50\",\"created\":\"2025-03-" + (10 + i % 19) + "T09:12:44Z\"}";
    }

    private static String issue(int i) {
        return "{\"id\":\"I_kwDO" + (7_000_000 + i) + "\",\"number\":" + (1_200 + i)
                + ",\"title\":\"Retry is too early when the queue is drained\",\"state\":\""
                + (i % 4 == 0 ? "CLOSED" : "OPEN")
                + "\",\"author\":{\"login\":\"adabyron\",\"url\":\"https://git.example/adabyron\"},\"labels\":{\"nodes\":"
                + "[{\"name\":\"bug\",\"color\":\"d73a4a\"},{\"name\":\"area/queue\",\"color\":\"0e8a16\"}]},\"body\":\"When the "
                + "queue is drained the worker waits for the old delay, although the new one is shorter. Seen " + i
                + " times since the upgrade.\",\"createdAt\":\"2026-02-0" + (1 + i % 9) + "T17:40:00Z\"}";
    }
}

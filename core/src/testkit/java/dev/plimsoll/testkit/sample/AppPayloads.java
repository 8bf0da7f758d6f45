package dev.plimsoll.testkit.sample;

import java.util.Locale;

/** Pages and data like those of servers with MCP Apps. */
public final class AppPayloads {

    public static final String MIME_TYPE = "text/html;profile=mcp-app";

    private static final String[] CITIES = {
        "München", "東京都", "Reykjavík", "القاهرة", "São Paulo", "Київ", "ភ្នំពេញ", "Αθήνα", "תל אביב", "Hà Nội"
    };

    private AppPayloads() {}

    /** Creates a page of about the given size, mostly a bundled script. */
    public static String page(int bytes) {
        StringBuilder page = new StringBuilder(bytes + 512);
        page.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Orders</title>\n");
        page.append("<style>:root{--gap:8px}td{padding:var(--gap);content:\"\\201C\"}</style></head>\n<body>\n");
        page.append("<table id=\"orders\"></table>\n<script type=\"module\">\n");
        for (int i = 0; page.length() < bytes - 40; i++) {
            page.append(String.format(
                    Locale.ROOT,
                    "function f%d(e,t){return e===void 0?t:\"\\u2028%s\\n\\t</\"+`${e&&t<%d?\"a\\\\b\":'\"'}`}\n",
                    i,
                    CITIES[i % CITIES.length],
                    i));
        }
        return page.append("</script></body></html>\n").toString();
    }

    /** Creates a JSON array of verbose nested records, with names of cities in ten languages. */
    public static String records(int count) {
        StringBuilder list = new StringBuilder(count * 700).append('[');
        for (int i = 0; i < count; i++) {
            String city = CITIES[i % CITIES.length];
            list.append(i == 0 ? "" : ",").append("{\"id\": ").append(100_000 + i);
            list.append(",\"status\":\"")
                    .append(i % 3 == 0 ? "open" : "shipped")
                    .append("\",\"total\":1");
            list.append(i)
                    .append(".10,\"customer\":{\"name\":\"Customer ")
                    .append(i)
                    .append(" of ");
            list.append(city).append("\",\"address\":{\"city\":\"").append(city);
            list.append("\",\"street\":\"Calle \\\"Mayor\\\" ").append(i).append("\",\"geo\":[48.1371");
            list.append(i).append(",11.5754]}},\"lines\":[{\"sku\":\"SKU-").append(i);
            list.append("-A\",\"quantity\":2,\"note\":\"fragile \\u2013 handle with care\"},{\"sku\":\"SKU-");
            list.append(i).append("-B\",\"quantity\":1e0,\"note\":null}],\"history\":[");
            list.append("{\"at\":\"2026-11-0").append(1 + i % 9).append("T08:00:00Z\",\"by\":\"system\",");
            list.append("\"what\":\"created from the import of the night\"}]}");
        }
        return list.append(']').toString();
    }

    /** Creates a result of {@code resources/read} with one page as text. */
    public static String pageResult(String uri, String mimeType, String page) {
        return "{\"contents\":[{\"uri\":\"" + uri + "\",\"mimeType\":\"" + mimeType + "\",\"text\":"
                + StringEscaper.minimal(page)
                + ",\"_meta\":{\"ui\":{\"csp\":{\"connectDomains\":[\"https://api.example\"]},\"prefersBorder\":true}}}]}";
    }

    /** Creates a result of a tool with an app: records for the app, and a sentence for the model. */
    public static String toolResult(String contentText, String structured) {
        return "{\"content\":[" + ContentBlocks.text(contentText) + "], \"structuredContent\": " + structured
                + ",\"_meta\":{\"example/view\":{\"rows\": [1.10, 2e0],\"theme\":\"dark\\u0020mode\"}}}";
    }
}

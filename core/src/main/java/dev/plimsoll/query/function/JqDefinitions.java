package dev.plimsoll.query.function;

import java.util.Map;

/** Functions that are written in jq. */
final class JqDefinitions {

    private JqDefinitions() {}

    static Map<String, String> functions() {
        return Map.ofEntries(
                Map.entry("in/1", "def in(xs): . as $x | xs | has($x);"),
                Map.entry("inside/1", "def inside(xs): . as $x | xs | contains($x);"),
                Map.entry(
                        "combinations/0",
                        "def combinations: if length == 0 then [] else .[0][] as $x"
                                + " | (.[1:] | combinations) as $w | [$x] + $w end;"),
                Map.entry("combinations/1", "def combinations(n): . as $dot | [range(n)] | map($dot) | combinations;"),
                Map.entry(
                        "tostream/0",
                        "def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p)"
                                + " | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);"),
                Map.entry(
                        "fromstream/1",
                        "def fromstream(f): {x: null, e: false} as $init | foreach f as $i ($init;"
                                + " if .e then $init else . end | if $i | length == 2"
                                + " then setpath([\"e\"]; $i[0] | length == 0) | setpath([\"x\"] + $i[0]; $i[1])"
                                + " else setpath([\"e\"]; $i[0] | length == 1) end; if .e then .x else empty end);"),
                Map.entry(
                        "truncate_stream/1",
                        "def truncate_stream(stream): . as $n | null | stream | . as $input"
                                + " | if (.[0] | length) > $n then setpath([0]; .[0][$n:]) else empty end;"),
                Map.entry(
                        "INDEX/2", "def INDEX(stream; f): reduce stream as $row ({}; .[$row | f | tostring] |= $row);"),
                Map.entry("INDEX/1", "def INDEX(f): reduce .[] as $row ({}; .[$row | f | tostring] |= $row);"),
                Map.entry("IN/1", "def IN(s): any(s == .; .);"),
                Map.entry("IN/2", "def IN(src; s): any(src == s; .);"),
                Map.entry("ascii/0", "def ascii: [.] | implode;"),
                Map.entry(
                        "pick/1",
                        "def pick(paths): . as $top | reduce path(paths) as $p (null; setpath($p; $top | getpath($p)));"),
                Map.entry("dateadd/2", "def dateadd(u; n): . + n;"),
                Map.entry("datesub/2", "def datesub(u; n): . - n;"),
                Map.entry("finites/0", "def finites: select(isinfinite or isnan | not);"),
                Map.entry("normals/0", "def normals: select(isnormal);"),
                Map.entry("isvalid/1", "def isvalid(f): try (f | true) catch false;"));
    }
}

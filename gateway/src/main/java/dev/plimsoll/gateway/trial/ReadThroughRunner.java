package dev.plimsoll.gateway.trial;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows every {@code nextCursor} and every path that an answer names, and compares everything with the original. */
final class ReadThroughRunner {

    private final TrialEngine trialEngine;
    private final ToolResult result;
    private final Document document;
    private final @Nullable TextRecords records;
    private final TrialProgress trialProgress;
    private final Deque<String> paths = new ArrayDeque<>();
    private final Set<String> seen = new HashSet<>();
    private long pages;
    private long tokens;
    private long bytes;
    private long parts;
    private String difference = "";

    ReadThroughRunner(
            TrialEngine trialEngine,
            ToolResult result,
            Document document,
            @Nullable TextRecords records,
            TrialProgress trialProgress) {
        this.records = records;
        this.trialEngine = trialEngine;
        this.result = result;
        this.document = document;
        this.trialProgress = trialProgress;
    }

    ReadThrough walk(TrialReport.Answer first) throws TrialException {
        String cursor = first.anatomy().text("nextCursor");
        cursor = cursor == null ? first.anatomy().text("cursor") : cursor;
        String main = follow(first, new Joined(document, records, ""));
        otherBlocks(main);
        while (cursor != null && !paths.isEmpty()) {
            String path = paths.removeFirst();
            parts++;
            follow(trialEngine.read(cursor, Map.of("path", path)), new Joined(document, records, path));
        }
        return new ReadThrough(pages, tokens, bytes, parts, difference);
    }

    /** Reads to the end, and returns the pointer of what was paged, or null if nothing was. */
    private @Nullable String follow(TrialReport.Answer first, Joined joined) throws TrialException {
        TrialReport.Answer answer = first;
        while (true) {
            pages++;
            tokens += answer.guarded().receipt().answerTokens();
            bytes += answer.result().length();
            trialProgress.tick("reading page " + pages);
            joined.add(answer);
            joined.shortened().forEach(this::alsoRead);
            String next = answer.anatomy().text("nextCursor");
            if (next == null) {
                break;
            }
            answer = trialEngine.read(next, Map.of());
        }
        String partDifference = joined.fault();
        if (difference.isEmpty() && partDifference != null) {
            difference = partDifference;
        }
        return joined.paged();
    }

    private void alsoRead(String path) {
        if (seen.add(path)) {
            paths.add(path);
        }
    }

    /** Adds the blocks that were not paged: they were complete or folded, and can be read by index. */
    private void otherBlocks(@Nullable String main) {
        if (main == null || result.structured() != null || result.parts().size() < 2) {
            return;
        }
        for (int i = 0; i < result.parts().size(); i++) {
            ContentBlock contentBlock = result.parts().get(i);
            String path = "/" + i;
            boolean isPaged = main.isEmpty() || main.equals(path) || main.startsWith(path + "/");
            if (!isPaged && contentBlock.hasText()) {
                alsoRead(path);
            }
        }
    }

    /** Joined pages of one part, compared as they arrive. */
    private static final class Joined {
        private final Document document;
        private final @Nullable TextRecords records;
        private final String target;
        private final Deque<String> shortened = new ArrayDeque<>();
        private @Nullable ExpectedPart expectedPart;
        private @Nullable String fault;
        private boolean whole;

        Joined(Document document, @Nullable TextRecords records, String target) {
            this.records = records;
            this.document = document;
            this.target = target;
        }

        void add(TrialReport.Answer answer) {
            AnswerParts answerParts = answer.anatomy();
            AnswerParts.Block main = answerParts.main();
            shortened.clear();
            if (main == null && answerParts.page() != null) {
                // the excerpts of an error: the next answer starts at the beginning
                return;
            }
            if (main == null) {
                whole = true;
                compareWhole(answer);
            } else if (answerParts.number("chunkIndex") > 0) {
                expected(main).compareText(shownText(main));
            } else if (answerParts.range() != null) {
                items(main, answerParts);
            }
        }

        private ExpectedPart expected(AnswerParts.Block main) {
            ExpectedPart part = expectedPart;
            if (part == null) {
                String path = main.text("path");
                part = new ExpectedPart(document, records, path == null ? target : path);
                expectedPart = part;
            }
            return part;
        }

        private Slice shownText(AnswerParts.Block main) {
            if (!main.json()) {
                return main.body();
            }
            Slice string = inside(main.body(), expected(main).path());
            return string == null ? main.body() : ExpectedPart.textOf(string);
        }

        private void items(AnswerParts.Block main, AnswerParts answerParts) {
            ExpectedPart original = expected(main);
            boolean isBareList = !main.under().isEmpty() && Json.type(main.body()) == JsonType.ARRAY;
            Slice list = isBareList ? main.body() : inside(main.body(), original.path());
            long[] range = answerParts.range();
            if (list == null || range == null || Json.type(list) != JsonType.ARRAY) {
                fault = "the items of a page cannot be found";
                return;
            }
            Set<Long> folded = new HashSet<>();
            Slice foldedEntries = main.header().get("folded");
            if (foldedEntries != null) {
                ItemIndex index = ItemIndex.of(foldedEntries);
                for (int i = 0; i < index.count(); i++) {
                    Slice itemIndex = Members.get(index.item(i), "index");
                    Slice path = Members.get(index.item(i), "path");
                    folded.add(itemIndex == null ? -1L : Long.parseLong(itemIndex.utf8()));
                    if (path != null) {
                        shortened.add(AnswerParts.unescaped(path));
                    }
                }
            }
            original.items(ItemIndex.of(list), range[0] - 1, folded);
        }

        /**
         * Returns the paged value inside the shown object, which contains the path to it or its last steps; null if
         * there is none.
         */
        private @Nullable Slice inside(Slice container, String path) {
            JsonPointer pointer = JsonPointer.parse(path);
            for (int skip = 0; skip <= pointer.tokens().size(); skip++) {
                JsonPointer suffix = JsonPointer.root();
                for (String token :
                        pointer.tokens().subList(skip, pointer.tokens().size())) {
                    suffix = suffix.child(token);
                }
                Slice found = suffix.find(container);
                if (found != null && !suffix.tokens().isEmpty()) {
                    return found;
                }
            }
            return null;
        }

        private void compareWhole(TrialReport.Answer answer) {
            if (answer.passed() || answer.anatomy().blocks().isEmpty()) {
                return;
            }
            AnswerParts.Block block = answer.anatomy().blocks().get(0);
            ExpectedPart original = new ExpectedPart(document, records, target);
            if (!original.equalTo(block.body(), block.json())) {
                fault = "the part at " + target + " differs";
            }
        }

        Deque<String> shortened() {
            return shortened;
        }

        @Nullable String paged() {
            return expectedPart == null ? null : expectedPart.path();
        }

        @Nullable String fault() {
            if (fault != null || whole) {
                return fault;
            }
            return expectedPart == null ? "no further page of the part at " + target : expectedPart.fault();
        }
    }
}

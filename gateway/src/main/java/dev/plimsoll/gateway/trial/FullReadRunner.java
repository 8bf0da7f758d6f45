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
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a payload completely: follows each {@code nextCursor}, and reads each shortened item by its path.
 * Compares everything with the original.
 */
final class FullReadRunner {

    private final TrialEngine trialEngine;
    private final ToolResult result;
    private final Document document;
    private final @Nullable TextRecords records;
    private final TrialProgress trialProgress;
    private final Deque<String> pendingPaths = new ArrayDeque<>();
    private final Set<String> queuedPaths = new HashSet<>();
    private long pages;
    private long tokens;
    private long bytes;
    private long valuesReadByPath;
    private String difference = "";

    FullReadRunner(
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

    /** Reads everything after the first answer. */
    FullRead run(TrialReport.Answer first) throws TrialException {
        String cursor = first.parsed().findText("nextCursor");
        cursor = cursor == null ? first.parsed().findText("cursor") : cursor;
        String pagedPath = readAllPages(first, new PageComparer(document, records, ""));
        enqueueOtherBlocks(pagedPath);
        while (cursor != null && !pendingPaths.isEmpty()) {
            String path = pendingPaths.removeFirst();
            valuesReadByPath++;
            readAllPages(trialEngine.read(cursor, Map.of("path", path)), new PageComparer(document, records, path));
        }
        return new FullRead(pages, tokens, bytes, valuesReadByPath, difference);
    }

    /** Reads all pages after an answer. Returns the path of the value that was paged; null if nothing was paged. */
    private @Nullable String readAllPages(TrialReport.Answer first, PageComparer pageComparer) throws TrialException {
        TrialReport.Answer answer = first;
        while (true) {
            pages++;
            tokens += answer.outcome().receipt().answerTokens();
            bytes += answer.result().length();
            trialProgress.showRepeatedStep("reading page " + pages);
            pageComparer.compare(answer);
            pageComparer.shortenedPaths().forEach(this::enqueue);
            String next = answer.parsed().findText("nextCursor");
            if (next == null) {
                break;
            }
            answer = trialEngine.read(next, Map.of());
        }
        String pageDifference = pageComparer.difference();
        if (difference.isEmpty() && pageDifference != null) {
            difference = pageDifference;
        }
        return pageComparer.pagedPath();
    }

    private void enqueue(String path) {
        if (queuedPaths.add(path)) {
            pendingPaths.add(path);
        }
    }

    /**
     * Enqueues the content blocks that were not paged. They were shown completely or folded, and can be read
     * by the path {@code /INDEX}.
     */
    private void enqueueOtherBlocks(@Nullable String pagedPath) {
        if (pagedPath == null || result.structured() != null || result.blocks().size() < 2) {
            return;
        }
        for (int i = 0; i < result.blocks().size(); i++) {
            ContentBlock contentBlock = result.blocks().get(i);
            String path = "/" + i;
            boolean isPaged = pagedPath.isEmpty() || pagedPath.equals(path) || pagedPath.startsWith(path + "/");
            if (!isPaged && contentBlock.hasText()) {
                enqueue(path);
            }
        }
    }

    /** Compares the pages of one value with the original, page by page. */
    private static final class PageComparer {
        private final Document document;
        private final @Nullable TextRecords records;
        private final String targetPath;
        private final Deque<String> shortenedPaths = new ArrayDeque<>();
        private @Nullable ExpectedValue expectedValue;
        private @Nullable String difference;
        private boolean isComplete;

        PageComparer(Document document, @Nullable TextRecords records, String targetPath) {
            this.records = records;
            this.document = document;
            this.targetPath = targetPath;
        }

        void compare(TrialReport.Answer answer) {
            ParsedAnswer parsedAnswer = answer.parsed();
            ParsedAnswer.Block headerBlock = parsedAnswer.findHeaderBlock();
            shortenedPaths.clear();
            boolean isSlimmed = answer.outcome().receipt().outcome() == OutcomeKind.SLIMMED;
            if (headerBlock == null && parsedAnswer.page() != null && !isSlimmed) {
                // the answer has excerpts of an error result: the pages only start with the next answer
                return;
            }
            if (headerBlock == null) {
                isComplete = true;
                compareComplete(answer);
            } else if (parsedAnswer.metadataNumber("chunkIndex") > 0) {
                expectedFor(headerBlock).compareText(shownText(headerBlock));
            } else if (parsedAnswer.range() != null) {
                compareItems(headerBlock, parsedAnswer);
            }
        }

        private ExpectedValue expectedFor(ParsedAnswer.Block headerBlock) {
            ExpectedValue expected = expectedValue;
            if (expected == null) {
                String path = headerBlock.findText("path");
                expected = new ExpectedValue(document, records, path == null ? targetPath : path);
                expectedValue = expected;
            }
            return expected;
        }

        private Slice shownText(ParsedAnswer.Block headerBlock) {
            if (!headerBlock.isJson()) {
                return headerBlock.body();
            }
            Slice string =
                    findInside(headerBlock.body(), expectedFor(headerBlock).path());
            return string == null ? headerBlock.body() : ExpectedValue.textOf(string);
        }

        private void compareItems(ParsedAnswer.Block headerBlock, ParsedAnswer parsedAnswer) {
            ExpectedValue original = expectedFor(headerBlock);
            boolean isBareList = !headerBlock.bodyMember().isEmpty() && Json.type(headerBlock.body()) == JsonType.ARRAY;
            Slice list = isBareList ? headerBlock.body() : findInside(headerBlock.body(), original.path());
            long[] range = parsedAnswer.range();
            if (list == null || range == null || Json.type(list) != JsonType.ARRAY) {
                difference = "the items of a page cannot be found";
                return;
            }
            Set<Long> folded = new HashSet<>();
            Slice foldedEntries = headerBlock.header().get("folded");
            if (foldedEntries != null) {
                ItemIndex index = ItemIndex.of(foldedEntries);
                for (int i = 0; i < index.count(); i++) {
                    Slice itemIndex = Members.get(index.item(i), "index");
                    Slice path = Members.get(index.item(i), "path");
                    folded.add(itemIndex == null ? -1L : Long.parseLong(itemIndex.utf8()));
                    if (path != null) {
                        shortenedPaths.add(ParsedAnswer.unescape(path));
                    }
                }
            }
            original.compareItems(ItemIndex.of(list), range[0] - 1, folded);
        }

        /**
         * Returns the paged value inside the shown object; null if there is none. The object may have the
         * whole path to the value, or only the last steps of the path.
         */
        private @Nullable Slice findInside(Slice container, String path) {
            JsonPointer pointer = JsonPointer.parse(path);
            for (int skippedSteps = 0; skippedSteps <= pointer.tokens().size(); skippedSteps++) {
                JsonPointer suffix = JsonPointer.root();
                for (String token :
                        pointer.tokens().subList(skippedSteps, pointer.tokens().size())) {
                    suffix = suffix.child(token);
                }
                Slice found = suffix.find(container);
                if (found != null && !suffix.tokens().isEmpty()) {
                    return found;
                }
            }
            return null;
        }

        private void compareComplete(TrialReport.Answer answer) {
            if (answer.isPassed() || answer.parsed().blocks().isEmpty()) {
                return;
            }
            ParsedAnswer.Block block = answer.parsed().blocks().get(0);
            ExpectedValue original = new ExpectedValue(document, records, targetPath);
            if (!original.isShownBy(block.body(), block.isJson())) {
                difference = "the value at " + targetPath + " differs";
            }
        }

        Deque<String> shortenedPaths() {
            return shortenedPaths;
        }

        @Nullable String pagedPath() {
            return expectedValue == null ? null : expectedValue.path();
        }

        @Nullable String difference() {
            if (difference != null || isComplete) {
                return difference;
            }
            return expectedValue == null ? "no further page of the value at " + targetPath : expectedValue.difference();
        }
    }
}

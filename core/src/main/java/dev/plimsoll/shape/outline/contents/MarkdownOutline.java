package dev.plimsoll.shape.outline.contents;

import dev.plimsoll.format.PageTables;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.section.LineSpan;
import dev.plimsoll.section.MarkdownContents;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.texttype.TextTypes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The outline of Markdown: its headings with their lines, its tables, and its code blocks by language. */
final class MarkdownOutline implements ContentsOutline {

    /** The tables may take 1/2 of the tokens that the code blocks leave. */
    private static final int TABLES_DIVISOR = 2;

    private final MarkdownContents contents;
    private final LineSpan span;
    private final int characters;
    private final TextType textType;
    private final Map<String, Integer> codeBlocks;
    private final List<String> tables;

    MarkdownOutline(MarkdownContents contents, LineSpan span, Slice part, @Nullable PageTables tables) {
        this.contents = contents;
        this.span = span;
        this.characters = Utf8.codePoints(part);
        this.textType = TextTypes.detect(contents.text());
        this.codeBlocks = contents.blocksByLanguage(span);
        this.tables = tables == null ? List.of() : TableEntries.of(tables, contents.headings(), span);
    }

    @Override
    public void writeTo(AnswerDraft out, Budget budget) {
        boolean isSection = span.count() < contents.lines().count();
        OutlineEntries.beginDescription(out, textType.name().toLowerCase(Locale.ROOT), span, isSection, characters);
        AnswerDraft code = new AnswerDraft(out.counter());
        if (!codeBlocks.isEmpty()) {
            code.ascii(",").member("codeBlocks").ascii("{");
            codeBlocks.forEach((language, count) -> code.member(language).number(count));
            code.ascii("}");
        }
        boolean isCodeWritten = budget.dividedBy(2).allows(code.tokens(), code.bytes());
        Budget remaining = isCodeWritten ? budget.minus(code.tokens(), code.bytes()) : budget;
        OutlineEntries entries = new OutlineEntries(out.counter(), remaining);
        List<String> shownTables = entries.first(tables, TABLES_DIVISOR);
        OutlineEntries.writeList(out, "tables", shownTables);
        if (shownTables.size() < tables.size()) {
            out.member("tablesNotShown").number(tables.size() - shownTables.size());
        }
        OutlineEntries.ByLevel headings = entries.new ByLevel(contents.headings(), span, i -> "");
        headings.addLevels(Integer.MAX_VALUE, 1);
        headings.writeTo(out);
        if (isCodeWritten) {
            out.append(code);
        }
        out.ascii("}");
    }
}

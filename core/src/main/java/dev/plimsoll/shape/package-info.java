/**
 * Creates answers that fit a budget from a stored result by slicing its bytes. Equal input gives equal bytes. Only
 * live lists are read during this, and searches and queries have time limits.
 *
 * <p>Overview:
 *
 * <ul>
 *   <li><b>from a request to its answer</b>: {@code AnswerFactory} turns a {@code ShapeRequest} into a
 *       {@code ShapedResult}, or throws {@code BudgetTooSmallException} if only a {@code PlainCut} fits. A
 *       {@code ShapeTask} is the work on one {@code DocumentPart}, for which {@code FormSelector} selects the form. A
 *       form creates a {@code ShapedText}, written and counted as an {@code AnswerDraft} in which each
 *       {@code PagePosition} finally becomes a cursor.
 *   <li><b>the stored result</b>: {@code IndexedResult} holds its indexes, caches findings about it in
 *       {@code RecentFindings}, and caches the starts of pages in {@code AnswerBounds}. {@code LazyRows} is a list
 *       that is read on demand. {@code MoreUpstream} holds the values by which a result says that more data is
 *       upstream: {@code UpstreamScanner} finds them with {@code UpstreamMembers} and {@code TruncationText}, and
 *       {@code PagingArgument} finds the argument that gets it. {@code NotFoundMessage} refuses names that do not
 *       exist, and {@code KeyCounts} finds keys that no path can name.
 *   <li><b>pages and chunks</b>: {@code PageShaper} is the {@code TextCutter} for items; its {@code PageFiller} folds
 *       large ones, each a {@code FoldedItem} in the header. A {@code PageFrame} is the content around them, a
 *       {@code PageExtent} is their range, and an {@code ItemWriter} writes them: as an array, or as an
 *       {@code ItemTable} with {@code SharedKeys}, which {@code ItemTableReader} verifies. {@code ChunkShaper} is the
 *       cutter for text; its {@code Chunker} cuts at the best of the {@code BreakScores}, with {@code LineCosts}.
 *   <li><b>the sources of pages</b>: an {@code ItemSequence} can be {@code ArrayItems}, {@code MemberItems},
 *       {@code LineItems}, {@code PartItems} (content blocks), or {@code LiveItems} (read on demand).
 *       {@code RecordItems} are read from a text. {@code RewrittenItems} have a different form: {@code ProjectedItems}
 *       keep the fields of a {@code Projection}, and {@code TrimmedItems} are cut like style trim.
 *   <li><b>searches and queries</b>: {@code FoundItems} are the matches of a search; {@code OffsetLocator} finds their
 *       paths, {@code TextExcerpt} and {@code SurroundingLines} show their context. {@code QueryShaper} runs a query.
 *       Its pages consist of {@code ResultItems}, or of the {@code OutputItems} of a single long output, both
 *       {@code UnnamedItems}, in a {@code ResultFrame}.
 *   <li><b>shortened values</b>: {@code SummaryShaper} uses the most {@code SummaryDetail} that fits, {@code TrimForm}
 *       writes style trim, {@code Receipts} writes style receipt, and {@code HeadTail} cuts error texts.
 *       {@code ItemFolder} writes a value at some level of detail, also for pages, and {@code ObjectSummary} the
 *       members of an object. They keep the fields that {@code ItemIdentity} recognizes and add a {@code FoldRecord}
 *       for each shortened value.
 *   <li><b>outlines</b>: {@code OutlineShaper} answers mode outline, with an {@code OutlinePiece} for each block:
 *       {@code ValueStatistics} of JSON, written by {@code StatisticsWriter}, or a {@code TextOutline}.
 *       {@code DistinctCounter} and {@code NumberRange} collect values for the statistics. {@code Outline} is
 *       different: the short outline in the header of a first page.
 *   <li><b>the description of an answer</b>: {@code AnswerHeader} holds the fields, {@code TopLevelFields} selects
 *       those that are also at the top level of an object, and {@code AnswerMeta} is for programs. {@code Notices}
 *       contains the sentences and {@code NextCalls} the sample calls, with {@code JqPath} for queries. A
 *       {@code PageHeader} selects them: {@code ItemPageHeader}, {@code LivePageHeader}, {@code SearchPageHeader}, or
 *       {@code ResultPageHeader}. The facts are in {@code ResultFacts} and its {@code AnswerContext}.
 *   <li><b>styles with their own keys</b>: {@code LiteralForms} selects the form, also for trim and receipt, and
 *       {@code LiteralFrame} writes the pages. Style probe has {@code ProbeForm} and {@code ProbeSummary}. Style guide
 *       has {@code GuideForm}, with {@code ArgumentHints} for the tool's arguments and {@code ItemNoun} for the noun
 *       of its items. To ask the user instead, {@code QueryRequest} has the questions and {@code ElicitationAnswer}
 *       the response.
 *   <li><b>several blocks and prompts</b>: {@code BlockLayout} arranges the blocks beside the one that is cut;
 *       {@code BinaryLinks} is for results whose text fits and whose images do not. Both create
 *       {@code SurroundingBlocks}, and {@code ResourceLinks} writes the links. {@code PromptAnswer} is the entry point
 *       for prompts, with {@code PromptShares}.
 * </ul>
 */
@NullMarked
package dev.plimsoll.shape;

import org.jspecify.annotations.NullMarked;

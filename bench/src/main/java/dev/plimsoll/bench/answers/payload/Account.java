package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.PROJECTION;
import static dev.plimsoll.bench.answers.task.TaskKind.TOP_N;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Condition;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.Truth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.IntNode;

/** Record that several payloads contain, each payload in another format. */
record Account(int id, String name, String plan, boolean active, String balance) {

    private static final List<String> PLANS = List.of("free", "team", "business");

    /** Returns 500 accounts. */
    static List<Account> all() {
        WordSource words = new WordSource(9);
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            // distinct, so that the order of the largest is clear
            String balance = (i * 613L % 1_009) + "." + (10 + words.number(90));
            boolean active = words.number(8) != 0;
            accounts.add(new Account(4_000 + i * 3, words.name(), words.skewedOneOf(PLANS), active, balance));
        }
        return accounts;
    }

    /**
     * Returns four tasks about these accounts. The condition {@code inactive} depends on how the format writes
     * booleans.
     */
    static List<AnswerTask> createTasks(List<Account> accounts, Condition inactive) {
        Account lookupTarget = accounts.get(333);
        List<String> inactiveBusinessNames = accounts.stream()
                .filter(account -> !account.active && account.plan.equals("business"))
                .map(Account::name)
                .toList();
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the balance of account " + lookupTarget.id,
                        RecordQuestion.of(Output.first("balance"), is("id", IntNode.valueOf(lookupTarget.id))),
                        Truth.of(new BigDecimal(lookupTarget.balance))),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "accounts by plan",
                        RecordQuestion.of(Output.countBy("plan")),
                        Truth.countBy(accounts, Account::plan)),
                new AnswerTask(
                        TOP_N,
                        "the names of the three accounts with the largest balance",
                        RecordQuestion.of(Output.top(3, "balance", "name")),
                        Truth.top(3, accounts, account -> new BigDecimal(account.balance), Account::name)),
                new AnswerTask(
                        PROJECTION,
                        "the names of all business accounts that are not active",
                        RecordQuestion.of(Output.values("name"), is("plan", "business"), inactive),
                        Truth.values(inactiveBusinessNames)));
    }
}

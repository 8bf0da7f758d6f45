package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.is;

import dev.plimsoll.bench.answers.task.TaskPayload;
import java.util.List;
import java.util.stream.Collectors;

/** A list of 500 dicts as Python prints it. */
final class PythonPayload {

    private PythonPayload() {}

    private static String toLiteral(Account account) {
        return "{'id': " + account.id() + ", 'name': '" + account.name() + "', 'plan': '" + account.plan()
                + "', 'active': " + (account.active() ? "True" : "False") + ", 'balance': " + account.balance()
                + ", 'closed_at': None}";
    }

    static TaskPayload create() {
        List<Account> accounts = Account.all();
        String text = accounts.stream().map(PythonPayload::toLiteral).collect(Collectors.joining(", ", "[", "]"));
        return new TaskPayload(
                "query_accounts",
                "Python literal: 500 dicts",
                TaskPayload.Format.PYTHON,
                ResultWriter.toTextResult(text),
                text,
                Account.createTasks(accounts, is("active", false)));
    }
}

// Questions about the test data, with answers that are computed from the data.

const count = (list, test) => list.filter(test).length;
/** Returns the element with the largest value; of several, the last, as `max_by` of jq does. */
const largest = (list, value) => list.reduce((best, each) => (value(each) >= value(best) ? each : best));

/** Returns the sum of numbers with two decimals, exactly. */
const sum = (list) => list.reduce((cents, cost) => cents + Math.round(cost * 100), 0) / 100;

/** Returns three questions about a list of tickets; `list` is the query that finds it. */
export function aboutTickets(tickets, list = '.') {
  const open = (t) => t.status === 'open';
  return [
    { question: 'How many tickets are open?', query: `${list} | map(select(.status == "open")) | length`, expected: count(tickets, open) },
    { question: 'Which ticket costs most?', query: `${list} | max_by(.cost).id`, expected: largest(tickets, (t) => t.cost).id },
    { question: 'What do all open tickets cost?', query: `${list} | map(select(.status == "open").cost) | add`, expected: sum(tickets.filter(open).map((t) => t.cost)) },
  ];
}

/** Returns three questions about a log; `lines` is the query that finds its lines. */
export function aboutLog(events, lines = '.') {
  const error = (e) => e.level === 'ERROR';
  const bySource = {};
  events.filter(error).forEach((e) => (bySource[e.source] = (bySource[e.source] ?? 0) + 1));
  return [
    { question: 'How many errors are there?', query: `${lines} | map(fromlog | select(.level == "ERROR")) | length`, expected: count(events, error) },
    {
      question: 'How many errors has each source?',
      query: `${lines} | map(fromlog | select(.level == "ERROR") | .source | rtrimstr(".go")) | group_by(.) | map({key: .[0], value: length}) | from_entries`,
      expected: Object.fromEntries(Object.entries(bySource).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
    { question: 'How often did a session expire?', find: 'session expired', expected: count(events, (e) => e.message === 'session expired') },
  ];
}

export { count, largest, sum };

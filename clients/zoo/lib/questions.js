// Questions about data that this run made, with their answers computed here.

const count = (list, test) => list.filter(test).length;
/** Returns the largest, and the last of several, as `max_by` of jq does. */
const largest = (list, value) => list.reduce((best, each) => (value(each) >= value(best) ? each : best));

/** Returns the sum of numbers with two decimals, exactly. */
const sum = (list) => list.reduce((cents, cost) => cents + Math.round(cost * 100), 0) / 100;

/** Three questions about a list of tickets; `list` is where a query finds it. */
export function aboutTickets(tickets, list = '.') {
  const open = (t) => t.status === 'open';
  return [
    { asks: 'How many tickets are open?', query: `${list} | map(select(.status == "open")) | length`, is: count(tickets, open) },
    { asks: 'Which ticket costs most?', query: `${list} | max_by(.cost).id`, is: largest(tickets, (t) => t.cost).id },
    { asks: 'What do all open tickets cost?', query: `${list} | map(select(.status == "open").cost) | add`, is: sum(tickets.filter(open).map((t) => t.cost)) },
  ];
}

/** Three questions about a log; `lines` is where a query finds its lines. */
export function aboutLog(events, lines = '.') {
  const error = (e) => e.level === 'ERROR';
  const bySource = {};
  events.filter(error).forEach((e) => (bySource[e.source] = (bySource[e.source] ?? 0) + 1));
  return [
    { asks: 'How many errors are there?', query: `${lines} | map(fromlog | select(.level == "ERROR")) | length`, is: count(events, error) },
    {
      asks: 'How many errors has each source?',
      query: `${lines} | map(fromlog | select(.level == "ERROR") | .source | rtrimstr(".go")) | group_by(.) | map({key: .[0], value: length}) | from_entries`,
      is: Object.fromEntries(Object.entries(bySource).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
    { asks: 'How often did a session expire?', find: 'session expired', is: count(events, (e) => e.message === 'session expired') },
  ];
}

export { count, largest, sum };

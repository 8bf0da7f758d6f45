// Measures the time from the start of a program to its answer to tools/list, as a client: node starts.js ROUNDS NAME=COMMAND…
// A COMMAND is a program with its arguments, separated by spaces, that starts an MCP server; {server} stands for the command of a
// small server. The rounds alternate between the commands. Prints the medians, and what each adds to the first command.
'use strict';
const { spawn } = require('child_process');

const SERVER = `while read -r line; do
  id=\${line#*'"id":'}; id=\${id%%[,\\}]*}
  case $line in
    *'"initialize"'*) result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}' ;;
    *'"tools/list"'*) result='{"tools":[{"name":"list","inputSchema":{"type":"object"}}]}' ;;
    *) continue ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$result"
done`;

function start(name, command, args) {
  return new Promise((resolve, reject) => {
    const begin = process.hrtime.bigint();
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    let text = '';
    let errors = '';
    let millis;
    child.stderr.on('data', (bytes) => { errors += bytes; });
    child.stdout.on('data', (bytes) => {
      text += bytes;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
        const message = JSON.parse(text.slice(0, end));
        text = text.slice(end + 1);
        if (message.id === 1) {
          send({ method: 'notifications/initialized' });
          send({ id: 2, method: 'tools/list' });
        } else if (message.id === 2 && message.result.tools.some((tool) => tool.name === 'list')) {
          millis = Number(process.hrtime.bigint() - begin) / 1e6;
          child.stdin.end();
        }
      }
    });
    child.on('error', reject);
    child.on('close', () => (millis === undefined ? reject(new Error(`${name}: no answer: ${errors.slice(-500)}`)) : resolve(millis)));
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'starts', version: '1' } } });
  });
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

(async () => {
  const [rounds, ...named] = process.argv.slice(2);
  const measured = named.map((text) => {
    const [name, ...rest] = text.split('=');
    const [command, ...args] = rest.join('=').split(' ').flatMap((word) => (word === '{server}' ? ['bash', '-c', SERVER] : [word]));
    return { name, command, args, times: [] };
  });
  // the first round starts daemons and fills caches, and is not counted
  for (let round = 0; round <= Number(rounds); round++) {
    for (const one of measured) {
      const millis = await start(one.name, one.command, one.args);
      if (round > 0) one.times.push(millis);
    }
  }
  const direct = median(measured[0].times);
  for (const { name, times } of measured) {
    console.log(`${name.padEnd(40)} ${median(times).toFixed(1).padStart(7)} ms  +${(median(times) - direct).toFixed(1)} ms`);
  }
})().catch((e) => { console.error(e); process.exit(1); });

// The app page: one HTML file that includes the SDK, because hosts forbid scripts from other origins.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns a script that sets `extApps` to the exports of the SDK, a module without imports. */
function sdkScript() {
  const file = fileURLToPath(import.meta.resolve('@modelcontextprotocol/ext-apps/app-with-deps'));
  const source = readFileSync(file, 'utf8');
  const at = source.lastIndexOf('export{');
  const exported = source.slice(at + 'export{'.length, source.lastIndexOf('}')).split(',');
  const members = exported.map((each) => each.trim().split(' as ')).map(([name, exportName = name]) => `${exportName}:${name}`);
  return `${source.slice(0, at)};globalThis.extApps={${members.join(',')}};`.replaceAll('</script', '<\\/script');
}

const sdk = sdkScript();

/** Runs in the page: shows the result of the tool, and calls tools. */
async function show(title) {
  const { App } = globalThis.extApps;
  const find = (id) => document.getElementById(id);
  const app = new App({ name: title, version: '1.0.0' }, {});
  let tracked = 's-0';

  app.ontoolresult = ({ structuredContent, content, _meta }) => {
    const { server, ships } = structuredContent;
    find('said').textContent = content.map((block) => block.text ?? block.type).join(' ').slice(0, 200);
    find('count').textContent = `${ships.length} ships of ${server}, ${_meta?.['harbour/legend']?.rows.length ?? 0} in the legend`;
    find('rows').replaceChildren(
      ...ships.map((ship) => {
        const row = document.createElement('tr');
        for (const value of [ship.id, ship.name, ship.owner.address.city, ship.cargo[0].note, ship.history[0].at]) {
          row.insertCell().textContent = value;
        }
        return row;
      }),
    );
    tracked = ships.at(-1).id;
  };
  find('track').onclick = async () => {
    const answer = await app.callServerTool({ name: 'track_ship', arguments: { id: tracked } });
    const { server, id, positions } = answer.structuredContent ?? {};
    find('tracked').textContent = answer.isError ? answer.content[0].text : `${positions.length} positions of ${id} from ${server}`;
  };
  find('refuel').onclick = async () => {
    const answer = await app.callServerTool({ name: `refuel_${title}`, arguments: {} });
    find('refuelled').textContent = answer.content[0].text;
  };
  await app.connect();
}

export const page = (title) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>body{font:13px sans-serif;margin:8px}td{border-bottom:1px solid #ccc;padding:2px 8px}h1{font-size:16px}</style></head>
<body><h1>Harbour of ${title}</h1><p id="said"></p><p id="count">nothing yet</p>
<p><button id="track">Track the last ship</button> <span id="tracked"></span></p>
<p><button id="refuel">Refuel</button> <span id="refuelled"></span></p>
<table><tbody id="rows"></tbody></table>
<script type="module">${sdk}</script>
<script type="module">await (${show})(${JSON.stringify(title)})</script>
</body></html>
`;

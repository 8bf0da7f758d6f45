// A registry of npm with the packages of a folder: node registry.js FOLDER [OTHER]. Requests for other packages go to the
// registry OTHER. Prints its address.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const path = require('path');
const zlib = require('zlib');

const [folder, other] = process.argv.slice(2);
const packages = {};
for (const name of fs.readdirSync(folder).filter((n) => n.startsWith('plimsoll-npm-') && n.endsWith('.tgz'))) {
  const tgz = fs.readFileSync(path.join(folder, name));
  const tar = zlib.gunzipSync(tgz);
  for (let at = 0; at < tar.length;) {
    const entry = tar.toString('utf8', at, at + 100).replace(/\0.*$/s, '');
    const size = parseInt(tar.toString('utf8', at + 124, at + 136), 8) || 0;
    if (entry === 'package/package.json') {
      const found = JSON.parse(tar.toString('utf8', at + 512, at + 512 + size));
      packages[found.name] = { found, tgz, name };
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

const server = http.createServer((request, response) => {
  const asked = decodeURIComponent(request.url.slice(1));
  const file = Object.values(packages).find((p) => `files/${p.name}` === asked);
  if (file) return response.end(file.tgz);
  const known = packages[asked];
  if (known) {
    const integrity = `sha512-${crypto.createHash('sha512').update(known.tgz).digest('base64')}`;
    const { version } = known.found;
    const dist = { tarball: `http://127.0.0.1:${server.address().port}/files/${known.name}`, integrity };
    const scripts = known.found.scripts ? { hasInstallScript: true } : {};
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify({
      name: asked, 'dist-tags': { latest: version }, versions: { [version]: { ...known.found, ...scripts, dist } },
    }));
  }
  if (other && !asked.startsWith('@plimsoll/')) {
    response.writeHead(302, { Location: new URL(request.url.slice(1), other).href });
  } else {
    response.writeHead(404);
  }
  return response.end();
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));

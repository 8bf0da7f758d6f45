// Replaces bin/plimsoll by a link to the command of the platform's package.
'use strict';
const path = require('path');
const { find, replace } = require('./platform.js');

const found = find();
if (found.error) {
  process.stderr.write(`plimsoll: ${found.error}\n`);
} else if (process.platform !== 'win32') {
  replace(path.join(__dirname, 'bin', 'plimsoll'), found.command);
}

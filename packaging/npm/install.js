// Replaces bin/plimsoll by a link to the launcher of the platform's package. If this is not possible, bin/plimsoll starts the
// launcher itself, which only takes longer.
'use strict';
const fs = require('fs');
const path = require('path');
const { find } = require('./platform.js');

const found = find();
if (found.error) {
  process.stderr.write(`plimsoll: ${found.error}\n`);
} else if (process.platform !== 'win32') {
  const bin = path.join(__dirname, 'bin', 'plimsoll');
  const made = `${bin}.${process.pid}`;
  try {
    fs.symlinkSync(path.relative(path.dirname(fs.realpathSync(bin)), path.join(found.folder, 'plimsoll')), made);
    fs.accessSync(made, fs.constants.X_OK);
    fs.renameSync(made, bin);
  } catch {
    fs.rmSync(made, { force: true });
  }
}

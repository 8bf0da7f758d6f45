// Finds the package with the program for this platform, and starts its command without Node from then on.
'use strict';
const fs = require('fs');
const path = require('path');

const PACKAGES = {
  'linux-x64': '@plimsoll/linux-x64',
  'linux-arm64': '@plimsoll/linux-arm64',
  'darwin-x64': '@plimsoll/darwin-x64',
  'darwin-arm64': '@plimsoll/darwin-arm64',
  'win32-x64': '@plimsoll/win32-x64',
};

function musl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}

/** Returns the name and the folder of the package, and its command, which is not a script of Node. */
exports.find = function find() {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  const other = 'With Java 25 or newer, build it from source: https://plimsoll.dev';
  if (!name) {
    return { error: `there is no package for ${platform}, only for ${Object.keys(PACKAGES).join(', ')}. ${other}` };
  }
  try {
    const file = require.resolve(`${name}/package.json`);
    const folder = path.dirname(file);
    return { name, folder, command: path.join(folder, require(file).plimsoll.command) };
  } catch {
    if (musl()) return { error: `there is no package for Linux without glibc (such as Alpine). ${other}` };
    return { error: `the package ${name} is not installed. Install plimsoll again, with optional dependencies (without --omit=optional)` };
  }
};

/**
 * Replaces a file by a link to the command, so that Node does not start at all. If this is not possible, the file starts the
 * command itself, which takes longer.
 */
exports.replace = function replace(bin, command) {
  const made = `${bin}.${process.pid}`;
  try {
    fs.symlinkSync(path.relative(path.dirname(fs.realpathSync(bin)), command), made);
    fs.accessSync(made, fs.constants.X_OK);
    fs.renameSync(made, bin);
  } catch {
    fs.rmSync(made, { force: true });
  }
};

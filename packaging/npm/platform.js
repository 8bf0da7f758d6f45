// Finds the package with the program for this platform.
'use strict';
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

exports.find = function find() {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  const other = 'With Java 25 or newer, build it from source: https://plimsoll.dev';
  if (!name) {
    return { error: `there is no package for ${platform}, only for ${Object.keys(PACKAGES).join(', ')}. ${other}` };
  }
  try {
    return { name, folder: path.dirname(require.resolve(`${name}/package.json`)) };
  } catch {
    if (musl()) return { error: `there is no package for Linux without glibc (such as Alpine). ${other}` };
    return { error: `the package ${name} is not installed. Install plimsoll again, with optional dependencies (without --omit=optional)` };
  }
};

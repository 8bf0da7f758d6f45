// Reads and writes the data of the published run, and describes the machine of the current run.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { data } from './paths.js';
import { load } from './processes.js';

export const FILE = join(data, 'comparison.json');

export function published(file = FILE) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { tables: {} };
}

/** Writes data with one line for each row, so that changes can be read. */
export function write(all, file = FILE) {
  mkdirSync(dirname(file), { recursive: true });
  const text = JSON.stringify(all, null, 1).replaceAll(/\{\n\s+"(?:payload|tool)": [^{}]*\}/g, (row) => row.replaceAll(/\n\s+/g, ' ').replace(/ \}$/, '}'));
  writeFileSync(file, `${text}\n`);
}

/** Returns the date and the machine of the current run, on which its figures depend. */
export function machine() {
  return {
    date: new Date().toISOString().slice(0, 10), processors: `${cpus().length} x ${cpus()[0].model}`, memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`, node: process.version, loadAverage: load(),
  };
}

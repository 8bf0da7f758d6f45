// Validates a JSON file: node schema.js SCHEMA FILE. Finds ajv in the folder of this script.
'use strict';
const fs = require('fs');
const Ajv = require('ajv');
const formats = require('ajv-formats');

const [schema, file] = process.argv.slice(2).map((name) => JSON.parse(fs.readFileSync(name, 'utf8')));
if (schema.$id !== file.$schema) {
  console.error(`the file names the schema ${file.$schema}, not ${schema.$id}`);
  process.exit(1);
}
const ajv = new Ajv({ allErrors: true, strict: false });
formats(ajv);
if (!ajv.validate(schema, file)) {
  console.error(ajv.errorsText(undefined, { separator: '\n', dataVar: 'server.json' }));
  process.exit(1);
}

// Tests gopls, with a Go module that has many declarations and some errors.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { go, gopls } from '../lib/paths.js';

const PARTS = ['invoice', 'parcel', 'refund', 'session'];

function source(part, functions) {
  const title = part[0].toUpperCase() + part.slice(1);
  const body = Array.from({ length: functions }, (_, i) => `// ${title}${i} is the ${part} of step ${i}.
type ${title}${i} struct {
	ID    int
	Name  string
	Total float64
}

// Sum${title}${i} returns the total of step ${i}.
func Sum${title}${i}(list []${title}${i}) float64 {
	total := ${i}.0
	for _, one := range list {
		total += one.Total
	}
	return total
}
`);
  const base = '// Base is what all have.\ntype Base struct{ ID int }\n';
  const uses = Array.from({ length: 300 }, (_, i) => `func use${i}(base Base) int { return base.ID + ${i} }\n`);
  return `// Package ${part} has the rules of ${part}s.\npackage ${part}\n\n${[base, ...body, ...uses].join('\n')}`;
}

export default {
  name: 'gopls',
  origin: 'Go',
  package: 'golang.org/x/tools/gopls',
  needs: [go],
  prepare(folder) {
    const root = join(folder, 'module');
    mkdirSync(root);
    writeFileSync(join(root, 'go.mod'), 'module example.com/shop\n\ngo 1.22\n');
    for (const part of PARTS) {
      mkdirSync(join(root, part));
      writeFileSync(join(root, part, `${part}.go`), source(part, 80));
    }
    writeFileSync(join(root, 'invoice/broken.go'), `package invoice\n\n${Array.from({ length: 400 }, (_, i) => `func broken${i}() int {\n\treturn missing${i}\n}\n`).join('\n')}`);
    return {
      command: [gopls, 'mcp'],
      cwd: root,
      cases: [
        {
          description: 'the interface of packages',
          tool: 'go_package_api',
          args: { packagePaths: PARTS.map((part) => `example.com/shop/${part}`) },
          format: 'blocks of text',
          notice: /Items 1-\d+ of 4/,
          questions: [
            { question: 'How many functions has the interface?', query: '[.[] | scan("func Sum")] | length', expected: 320 },
            { question: 'What is the type of SumParcel7?', find: 'func SumParcel7(', expected: 1 },
            { question: 'Which packages are there?', query: 'map(split("\\"")[1] | split("/")[-1])', expected: PARTS },
          ],
        },
        {
          description: 'the problems of a file',
          tool: 'go_diagnostics',
          args: { files: [join(root, 'invoice/broken.go')] },
          format: 'lines',
          notice: /Lines 1-\d+ of 402/,
          questions: [
            { question: 'How many errors are there?', query: 'map(select(contains("[Error]"))) | length', expected: 400 },
            { question: 'Where is missing77?', find: '/missing77$/m', expected: 1 },
            { question: 'On which line is the last one?', query: 'map(select(contains("[Error]"))) | .[-1] | split(":")[0] | tonumber', expected: 4 * 400 - 1 },
          ],
        },
        {
          description: 'the references of a type',
          tool: 'go_symbol_references',
          args: { file: join(root, 'invoice/invoice.go'), symbol: 'Base' },
          format: 'lines',
          notice: /Lines 1-\d+ of 1205/,
          questions: [
            { question: 'How many references are there?', find: '/^Reference \\d+/m', expected: 301 },
            { question: 'Which function uses it last?', query: 'map(capture("func (?<name>use\\\\d+)")?.name) | .[-1]', expected: 'use299' },
            { question: 'In how many files?', query: 'map(select(startswith("Located"))) | unique | length', expected: 1 },
          ],
        },
      ],
    };
  },
};

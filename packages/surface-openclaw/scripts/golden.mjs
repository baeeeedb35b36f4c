// Compares rendered signatures with a file of recorded ones: `npm run golden -- FILE`, one JSON object a line with
// `parameters`, `input` and, where there are any, `outputSchema` and `output`. A difference is explained when the
// recorded text comes out once names are sorted by locale, or when the recorded renderer gave up on a body that
// passes the limit by its mark for "and more" alone. Exit code 1 when a difference is left without an explanation.
import { readFileSync } from 'node:fs';
import { renderInputSignature, renderOutputSignature } from '../dist/index.js';
import { inputLimits, outputLimits } from '../dist/signature/signature-limits.js';
import { schemaType } from '../dist/signature/schema-type.js';

const file = process.argv[2];
if (file === undefined) {
  console.error('Usage: npm run golden -- FILE');
  process.exit(2);
}
const byLocale = (left, right) => left.localeCompare(right, 'en');
const reasons = {
  'code-unit order': { order: byLocale },
  'partial signature kept': { givesUp: true },
  'code-unit order and partial signature kept': { order: byLocale, givesUp: true },
};

function recordedInput(schema, { givesUp, ...change }) {
  const { text } = schemaType(schema, { ...inputLimits, ...change });
  if (text.length <= inputLimits.characters) return text;
  return givesUp === true ? 'unknown' : schemaType(schema, { ...inputLimits, ...change, makesRoom: true }).text;
}
function recordedOutput(schema, { order = outputLimits.order }) {
  const { text, complete } = schemaType(schema, { ...outputLimits, order });
  return complete && text.length <= outputLimits.characters ? text : undefined;
}

const counts = new Map([['equal', 0]]);
const unexplained = [];
const count = (name) => counts.set(name, (counts.get(name) ?? 0) + 1);
function compare(where, recorded, ours, render) {
  if (ours === recorded) return count('equal');
  const reason = Object.keys(reasons).find((name) => render(reasons[name]) === recorded);
  if (reason !== undefined) return count(`explained by ${reason}`);
  unexplained.push({ where, recorded, ours });
  return count('different');
}

readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .forEach((line, index) => {
    const { parameters, input, outputSchema, output } = JSON.parse(line);
    compare(`line ${index + 1} input`, input, renderInputSignature(parameters), (change) => recordedInput(parameters, change));
    if (outputSchema === undefined) return;
    compare(`line ${index + 1} output`, output, renderOutputSignature(outputSchema), (change) => recordedOutput(outputSchema, change));
  });

for (const { where, recorded, ours } of unexplained) console.log(`${where}\n  recorded ${recorded}\n  ours     ${ours}`);
const total = [...counts.values()].reduce((sum, value) => sum + value, 0);
for (const [name, value] of counts) console.log(`${String(value).padStart(5)} of ${total} ${name}`);
process.exitCode = unexplained.length === 0 ? 0 : 1;

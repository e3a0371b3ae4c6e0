import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VERDICTS } from '../../src/account/receipts/checking/receipt-verdict.js';
import { usedMessages } from './used-messages.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEYS = Object.keys(
  JSON.parse(readFileSync(`${ROOT}/locales/en.json`, 'utf8')) as Record<string, string>,
);
/** Taken by a name that is data: of an action, a value, a topic, a code, a state. */
const BY_NAME = [
  ...[
    'action',
    'check',
    'extension.uses',
    'permission',
    'value',
    'valueText',
    'notification.topicTexts',
    'operator.done',
    'upkeep.done',
  ],
  ...['mail.subjects', 'mail.more', 'mail.labels'],
  ...['refusal.codes', 'shop.states', 'waiting.handlers'],
  ...['timeline.actors', 'timeline.events', 'timeline.facts', 'timeline.formerKeys'],
];
const FAULT = 'fault.';
/** `receipts.${verdict}` */
const GIVEN_VERDICTS: ReadonlySet<string> = new Set(
  VERDICTS.map((verdict) => `receipts.${verdict}`),
);
/** `import.${state}` */
const STATES = ['reading', 'interrupted', 'refused', 'applying', 'applied'];

it('every message is said by a page', () => {
  const used = usedMessages(ROOT);
  const unused = KEYS.filter(
    (key) =>
      !used.has(key) &&
      !key.startsWith(FAULT) &&
      !BY_NAME.some((prefix) => key.startsWith(`${prefix}.`)),
  );
  expect(unused).toEqual([]);
  expect(used.size).toBeGreaterThan(1_000);
});

it('every reason of a refusal is given somewhere', () => {
  // The advice of the terminal names keys, and gives none.
  const exclude = ['src/commands/context/terminal-advice.ts'];
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT, exclude });
  const text = sources.map((name) => readFileSync(`${ROOT}/${name}`, 'utf8')).join('\n');
  const faults = KEYS.filter((key) => key.startsWith(FAULT)).map((key) => key.slice(FAULT.length));
  const given = (key: string): boolean =>
    text.includes(`'${key}'`) ||
    GIVEN_VERDICTS.has(key) ||
    STATES.some((state) => key === `import.${state}`);
  expect(faults.filter((key) => !given(key))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { verdictOfCode, type Verdict } from '../../client/src/index.js';
import { verdictOf } from '../../client/src/retry-table.js';

/** The columns "What you know" and "What to do", as they follow the answers. */
const MEANINGS: Readonly<Record<string, Verdict>> = {
  'nothing; send it again': 'again',
  'there is exactly one order under this key; nothing': 'ordered',
  'nothing, but with 408 and 429 that this request ordered nothing; send it again': 'again',
  'this request ordered nothing; earlier ones may have; send it again': 'again',
  'the key names another order of yours; see it with `check` and `uuid=1`': 'taken',
  'you sealed the key; use a new one': 'sealed',
  'this request ordered nothing; earlier ones may have; [seal](#giving-an-order-up-seal), if an earlier one was sent':
    'silent',
  'the key was not read, so the same holds; seal, if an earlier one was sent': 'silent',
  'no order exists under this key, unless you send it again; nothing': 'none',
};

interface Row {
  readonly answer: string;
  readonly verdict: Verdict | undefined;
}

function tableOfTheDocs(): Row[] {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const [, text = ''] = page.split('| Answer | What you know | What to do |\n|---|---|---|\n');
  const rows = text.slice(0, text.indexOf('\n\n')).split('\n');
  return rows.map((row) => {
    const [, answer = '', known = '', todo = ''] = row.split('|').map((cell) => cell.trim());
    return { answer, verdict: MEANINGS[`${known}; ${todo}`] };
  });
}

/** `120–124, 404` and `114 about …` name codes; `OK`, `none` and `any other code` do not. */
function codesOf(answer: string): number[] {
  return answer.split(', ').flatMap((part) => {
    const [, first, last = first] = /^(\d+)(?:–(\d+))?( about .*)?$/.exec(part) ?? [];
    if (first === undefined) return [];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, index) => Number(first) + index);
  });
}

function codesOfTheReadme(): number[] {
  const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^\| (\d{3}) \| \d{3}/gm)].map(([, code]) => Number(code));
}

const rows = tableOfTheDocs();
const other = rows.find(({ answer }) => answer === 'any other code')!;

it('each row of the table in docs/api.md has a meaning', () => {
  expect(rows.filter(({ verdict }) => verdict === undefined)).toEqual([]);
  expect(rows.length).toBe(9);
  expect(codesOfTheReadme().length).toBeGreaterThan(20);
});

it('the client does what the table says, for each code', () => {
  const codes = [...codesOfTheReadme(), ...Array.from({ length: 1000 }, (_, code) => code)];
  for (const code of codes) {
    const row = rows.find(({ answer }) => codesOf(answer).includes(code)) ?? other;
    expect([code, verdictOfCode(code)]).toEqual([code, row.verdict]);
  }
});

it('the client does what the table says, without a code', () => {
  const verdictFor = (answer: string) => rows.find((row) => row.answer.startsWith(answer))?.verdict;
  expect(verdictOf({ kind: 'ok', body: {} })).toBe(verdictFor('`OK`'));
  expect(verdictOf({ kind: 'no-answer', reason: '' })).toBe(verdictFor('none'));
});

it('an error with a 5xx may be of a proxy, whatever its code is', () => {
  const refusal = { kind: 'refusal', code: 109, message: '', requestId: null } as const;
  expect(verdictOf({ ...refusal, status: 502 })).toBe('again');
  expect(verdictOf({ ...refusal, status: 404 })).toBe('none');
});

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { HttpClient } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { GROUPS } from './requests/index.js';
import { Recorder } from './recorder.js';
import { blocksIn, fileOf, firstDifference, type Block } from './record-text.js';
import { startRecordedShop, type RecordedShop } from './shop/recorded-shop.js';
import { stableAnswer, StableNames } from './stable-answer.js';
import { wireAnswer } from './wire-answers.js';

const ANSWERS = new URL('./answers/', import.meta.url);
const REWRITE = process.env.WIRE_RECORD === 'write';
const USUAL = 'usual-headers';

let recorded: RecordedShop;
/** The headers of ping. */
let usual: readonly string[];

beforeAll(async () => {
  recorded = await startRecordedShop();
  const client = new HttpClient(recorded.shop.baseUrl);
  const answer = wireAnswer(await client.fetch('/client/api/ping'));
  client.close();
  usual = stableAnswer(answer, new StableNames()).headers;
});
afterAll(async () => {
  expect(await invariantFaults(recorded.shop.db)).toEqual([]);
  await recorded.shop.close();
});

/** @throws Error that names the first request that is not answered as recorded. */
function compare(group: string, blocks: readonly Block[]): void {
  const file = new URL(`${group}.txt`, ANSWERS);
  if (REWRITE) writeFileSync(file, fileOf(blocks));
  const before = existsSync(file) ? blocksIn(readFileSync(file, 'utf8')) : [];
  const difference = firstDifference(before, blocks);
  if (difference !== undefined) throw new Error(`${group}: ${difference}`);
}

// In the order of the recording: some requests change what later ones are answered.
describe('the wire is as recorded:', { shuffle: false }, () => {
  it(USUAL, () => {
    compare(USUAL, [{ name: 'usual headers', text: ['== usual headers', ...usual].join('\n') }]);
  });

  it.each(GROUPS.map((group) => [group.name, group] as const))('%s', async (name, group) => {
    compare(name, await new Recorder(recorded, usual).blocksOf(group));
  });
});

it('the recording has at least 300 requests, each with a name of its own, and no stray file', () => {
  const names = GROUPS.flatMap(({ name: group, rows }) =>
    rows.flatMap((row) => ('name' in row ? [`${group}: ${row.name}`] : [])),
  );
  const files = [USUAL, ...GROUPS.map(({ name }) => name)].map((name) => `${name}.txt`);

  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  expect(names.length).toBeGreaterThanOrEqual(300);
  expect(readdirSync(ANSWERS).sort()).toEqual(files.sort());
});

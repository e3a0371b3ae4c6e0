import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { HttpClient } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { GROUPS } from './requests/index.js';
import { Recorder } from './recorder.js';
import { blocksIn, fileOf, firstDifference, type Block } from './record-text.js';
import type { RecordedShop } from './shop/recorded-shop.js';
import { stableAnswer, StableNames } from './stable-answer.js';
import { wireAnswer } from './wire-answers.js';

export const ANSWERS = new URL('./answers/', import.meta.url);
/** The group of the headers of ping. */
export const USUAL = 'usual-headers';

const REWRITE = process.env.WIRE_RECORD === 'write';

/** Sends all recorded requests to a shop that is started for them, and compares its answers. */
export function describeWire(title: string, start: () => Promise<RecordedShop>): void {
  // In the order of the recording: some requests change what later ones are answered.
  describe(title, { shuffle: false }, () => {
    let recorded: RecordedShop;
    let usual: readonly string[];

    beforeAll(async () => {
      recorded = await start();
      const client = new HttpClient(recorded.shop.baseUrl);
      const answer = wireAnswer(await client.fetch('/client/api/ping'));
      client.close();
      usual = stableAnswer(answer, new StableNames()).headers;
    });
    afterAll(async () => {
      expect(await invariantFaults(recorded.shop.db)).toEqual([]);
      await recorded.shop.close();
    });

    it(USUAL, () => {
      compare(USUAL, [{ name: 'usual headers', text: ['== usual headers', ...usual].join('\n') }]);
    });

    it.each(GROUPS.map((group) => [group.name, group] as const))('%s', async (name, group) => {
      compare(name, await new Recorder(recorded, usual).blocksOf(group));
    });
  });
}

/** @throws Error that names the first request that is not answered as recorded. */
function compare(group: string, blocks: readonly Block[]): void {
  const file = new URL(`${group}.txt`, ANSWERS);
  if (REWRITE) writeFileSync(file, fileOf(blocks));
  const before = existsSync(file) ? blocksIn(readFileSync(file, 'utf8')) : [];
  const difference = firstDifference(before, blocks);
  if (difference !== undefined) throw new Error(`${group}: ${difference}`);
}

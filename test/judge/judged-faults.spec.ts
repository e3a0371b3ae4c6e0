import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RawAnswer } from '../support/http-client.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { readHistory } from './history-file.js';
import { judge } from './judgement.js';
import {
  judgedFaults,
  keepFaulty,
  leaveUnjudged,
  scenarioRecorder,
  unjudgedFaults,
} from './judged-faults.js';
import type { Recorder } from './recorder.js';

const TOKEN = 'a-token';
const KEY = '7b1f4a52-6a0e-4e55-9a58-2d5c0a4d9f01';

describe('The history of a scenario', () => {
  const folder = temporaryFolder('judged-faults');
  let recorder: Recorder;

  beforeEach(() => {
    recorder = scenarioRecorder();
    recorder.own(TOKEN, { accountId: 7, tokenId: 3 });
  });

  afterEach(() => {
    unjudgedFaults();
  });

  const ask = (path: string, body: object, status = 200): void => {
    const watch = recorder.watching({ client: 'reseller', instance: 'one' });
    const now = performance.now();
    const answered = watch(`/client/api/${path}`, { token: TOKEN });
    answered({
      ...{ begun: now, ended: performance.now(), statusLine: '', status, rawHeaders: [] },
      headers: {},
      body: Buffer.from(JSON.stringify(body)),
    } satisfies RawAnswer);
  };
  const order = (id: string, unitPrice = 1): void => {
    const data = { order_id: id, status: 'wait', price: unitPrice, unit_price: unitPrice };
    ask(`newOrder/5/params?order_uuid=${KEY}`, { status: 'OK', data });
  };

  it('is told with how much was judged', () => {
    order('ID_1');
    const { told, faults } = judgedFaults(recorder);
    expect(faults).toEqual([]);
    expect(told).toContain('1 × order key (1 operations)');
  });

  it('is a fault when it holds no order', () => {
    ask('profile', { balance: 1 });
    expect(judgedFaults(recorder)).toMatchObject({
      told: 'nothing was judged',
      faults: [expect.stringContaining('nothing was judged')],
    });
  });

  it('is a fault when it contradicts itself', () => {
    order('ID_1');
    order('ID_2');
    const { faults } = judgedFaults(recorder);
    expect(faults[0]).toContain('a contradiction: order key');
  });

  it('is kept when it contradicts itself, so that it can be judged again', async () => {
    await keepFaulty(folder());
    order('ID_1');
    order('ID_2');
    judgedFaults(recorder);
    const [file, ...others] = await keepFaulty(folder());
    expect(others).toEqual([]);
    const { history, options } = await readHistory(file!);
    expect(judge(history, options).contradictions).toHaveLength(1);
    expect(await readdir(dirname(file!))).toEqual(['contradiction-1.svg', 'history.jsonl']);
    expect(await keepFaulty(folder())).toEqual([]);
  });

  it('is judged again by the options that it was judged by first', async () => {
    await keepFaulty(folder());
    order('ID_1');
    order('ID_2');
    judgedFaults(recorder, { leaveOut: ['codes'], stalenessMs: 5_000 });
    const [file] = await keepFaulty(folder());
    const { options } = await readHistory(file!);
    expect(options).toEqual({ leaveOut: ['codes'], stalenessMs: 5_000 });
  });

  it('begins anew once it was judged', () => {
    order('ID_1');
    judgedFaults(recorder);
    order('ID_2');
    expect(judgedFaults(recorder).faults).toEqual([]);
    expect(judgedFaults(recorder)).toEqual({ told: 'no order came after that', faults: [] });
  });

  it('may hold reads alone where that is said', () => {
    ask('content/1', { products: [{ id: 5, name: 'UC', price: 1, available: true }] });
    expect(judgedFaults(recorder, { readsOnly: true }).faults).toEqual([]);
    ask('profile', { balance: 1 });
    expect(judgedFaults(recorder, { readsOnly: true }).faults).toHaveLength(1);
  });

  it('is a fault when nobody judges it', () => {
    order('ID_1');
    leaveUnjudged(scenarioRecorder());
    expect(unjudgedFaults()).toEqual([expect.stringContaining('nobody has judged')]);
    expect(unjudgedFaults()).toEqual([]);
  });

  it('is a fault when nobody judges it, also if it holds reads alone', () => {
    ask('profile', { balance: 1 });
    expect(unjudgedFaults()).toEqual([expect.stringContaining('nobody has judged')]);
  });

  it('is a fault when nobody judges it, also if it holds messages alone', () => {
    recorder.hear(7, '{}');
    expect(unjudgedFaults()).toEqual([expect.stringContaining('nobody has judged')]);
  });

  it('is a fault when nobody judges the orders that came after it was judged', () => {
    order('ID_1');
    judgedFaults(recorder);
    order('ID_2');
    expect(unjudgedFaults()).toEqual([expect.stringContaining('nobody has judged')]);
  });

  it('is no fault when it was judged, or holds nothing', () => {
    order('ID_1');
    judgedFaults(recorder);
    scenarioRecorder();
    expect(unjudgedFaults()).toEqual([]);
  });

  it('is no fault when reads alone came after it was judged', () => {
    order('ID_1');
    judgedFaults(recorder);
    ask('profile', { balance: 1 });
    recorder.hear(7, '{}');
    expect(unjudgedFaults()).toEqual([]);
  });

  it('is no fault when it is left unjudged', () => {
    ask('profile', { balance: 1 });
    leaveUnjudged(recorder);
    expect(unjudgedFaults()).toEqual([]);
  });

  describe('with what was changed past the admin API', () => {
    const price = (usd: string) =>
      ({ method: 'PUT', path: 'products/5/price', body: { price: usd } }) as const;

    it('knows what was changed', async () => {
      await recorder.changing([price('2')], () => Promise.resolve());
      order('ID_1', 1);
      expect(judgedFaults(recorder).faults[0]).toContain('catalog price');
    });

    it('does not know what may have been changed', async () => {
      await recorder.changing([price('1')], () => Promise.resolve());
      await recorder.changing(
        [price('2')],
        () => Promise.resolve(1),
        (code) => code === 0,
      );
      const failing = recorder.changing([price('3')], () => Promise.reject(new Error('lost')));
      await expect(failing).rejects.toThrow('lost');
      order('ID_1', 3);
      expect(judgedFaults(recorder).faults).toEqual([]);
    });

    it('names the tokens of an account', () => {
      recorder.own('another', { accountId: 8, tokenId: 4 });
      recorder.own('unknown', { accountId: 7 });
      expect(recorder.tokenIdsOf(7)).toEqual([3]);
    });
  });
});

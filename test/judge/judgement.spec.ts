import type { History } from './history.js';
import { judge } from './judgement.js';
import { historyOf } from './notation/history-lines.js';

const RIGHT = `
  0 10 ann@one new k1 7 -> o1 5 wait
  20 30 op@two accept o1 C1 -> ok
  40 50 ann@two check k1 -> o1 5 accept C1
  60 70 ann@one profile -> 95
  80 90 ann@one products -> 7=5`;

it('counts what each checker has judged', () => {
  const { contradictions, counts, gaps, undecided } = judge(historyOf(RIGHT));
  expect({ contradictions, gaps, undecided }).toEqual({
    contradictions: [],
    gaps: [],
    undecided: [],
  });
  expect(counts).toMatchObject({
    'order key': { subjects: 1, operations: 3 },
    account: { subjects: 1, operations: 2 },
    'catalog price': { subjects: 1, operations: 2 },
    tokens: { subjects: 1, operations: 4 },
    maintenance: { subjects: 1 },
  });
});

it.each([
  ['nothing', historyOf('')],
  ['orders that nobody answered', historyOf('0 10 ann@one new k1 7')],
  ['refusals alone', historyOf('0 10 ann@one new k1 7 -> no 105')],
  ['reads alone', historyOf('0 10 ann@one profile -> 5')],
  ['tokens that nobody owns', { ...historyOf(RIGHT), tokens: new Map() }],
])('fails a history that holds %s', (_name, history: History) => {
  expect(() => judge(history)).toThrow('nothing was judged');
});

it('leaves out checkers that are told to', () => {
  const wrong = historyOf(`${RIGHT}\n  100 110 ann@one new k2 7 -> o2 9 accept C1`);
  const all = judge(wrong).contradictions.map(({ checker }) => checker);
  expect(all).toContain('codes');
  const { contradictions, counts } = judge(wrong, { leaveOut: ['codes', 'account'] });
  const left = contradictions.map(({ checker }) => checker);
  expect(left).toEqual(all.filter((checker) => checker !== 'codes' && checker !== 'account'));
  expect(counts).not.toHaveProperty('codes');
});

it('says what it could not decide', () => {
  const orders = Array.from(
    { length: 40 },
    (_unused, index) => `0 99 ann@one new k${index} 7 -> o${index} ${2 ** index} accept`,
  );
  const lines = ['0 1 ann@one profile -> 2000000000000', ...orders, '100 110 ann@one profile -> 1'];
  const { undecided } = judge(historyOf(lines.join('\n')), { maxSteps: 20_000 });
  expect(undecided).toEqual(['account, account 1']);
  const leaveOut = ['account'];
  expect(judge(historyOf(lines.join('\n')), { maxSteps: 20_000, leaveOut }).undecided).toEqual([]);
});

it('shows a contradiction as text and as time lines', () => {
  const history = historyOf(`${RIGHT}\n100 110 ann@one check k1 -> o1 5 wait`);
  const [contradiction] = judge(history).contradictions;
  expect(contradiction?.text).toContain('ann at one: check?uuid=1');
  expect(contradiction?.svg).toContain('account 1, key k1');
});

it('reads a POST with a body, other names of key and quantity, and doubled slashes', () => {
  const call = (startMs: number, path: string, body?: string, method = 'POST') => ({
    ...{ client: 'ann', instance: 'one', startMs, endMs: startMs + 5 },
    request: { method, path, token: 't', headers: {}, body },
    answer: {
      status: 200,
      text: '{"status":"OK","data":{"order_id":"o1","status":"wait","price":0.3,"replay_api":null}}',
    },
  });
  const key = '0B2F8C52-9C43-4C4C-8F5A-2F4F6F0F9F11';
  const { counts, contradictions } = judge({
    calls: [
      call(0, '/client/api//newOrder/7/params/', JSON.stringify({ order_uuid: key, qt: 3 })),
      call(10, '/client/api/newOrder/7', `orderUuid=${key}&quantity=3`),
      call(
        20,
        `/client/api/newOrder/7/params?order_uuid={${key.toLowerCase()}}&qty=3`,
        undefined,
        'GET',
      ),
    ],
    messages: [],
    tokens: new Map([['t', { accountId: 1 }]]),
  });
  expect(contradictions).toEqual([]);
  expect(counts['order key']).toEqual({ subjects: 1, operations: 3 });
});

it('follows a 304 to the answer that it repeats', () => {
  const read = (startMs: number, status: number, text: string) => ({
    ...{ client: 'ann', instance: 'one', startMs, endMs: startMs + 5 },
    request: {
      ...{ method: 'GET', path: '/client/api/products', token: 'token-ann', body: undefined },
      headers: { 'if-none-match': '"a"' },
    },
    answer: { status, text, headers: { etag: '"a"' } },
  });
  const { calls, tokens, messages } = historyOf(`
    0 1 ann@one new k0 99 -> o0 1 wait
    20 30 op@one price 7 6 -> ok`);
  const old = read(5, 200, '[{"id":99,"price":1},{"id":7,"price":5}]');
  const { contradictions } = judge({ calls: [...calls, old, read(40, 304, '')], messages, tokens });
  expect(contradictions.map(({ checker }) => checker)).toEqual(['catalog price']);
});

it('keeps all digits of a price', () => {
  const { calls, tokens, messages } = historyOf(`
    0 1 ann@one new k0 99 -> o0 1 wait
    20 30 op@one price 7 0.007722550271739131 -> ok`);
  const call = {
    ...{ client: 'ann', instance: 'one', startMs: 40, endMs: 50 },
    request: {
      ...{ method: 'GET', path: '/client/api/products', token: 'token-ann' },
      ...{ headers: {}, body: undefined },
    },
    answer: { status: 200, text: '[{"id":99,"price":1},{"id":7,"price":0.00772255027173913}]' },
  };
  const { contradictions } = judge({ calls: [...calls, call], messages, tokens });
  expect(contradictions.map(({ checker }) => checker)).toEqual(['catalog price']);
});

import type { Answer } from '../../support/http-client.js';
import { OrderKey, TradingAccount, type Wish } from './trade.js';

const WISH: Wish = {
  product: { id: 7, maxQuantity: 3, price: 1 },
  player: 1,
  quantity: 2,
  maxPrice: undefined,
};

const answer = (status: number, json: object): Answer => ({ status, json }) as Answer;
const ORDER = answer(200, { status: 'OK', data: { order_id: 'ID_9fffb0d849a45215' } });
const error = (status: number, code: number): Answer => answer(status, { status: 'ERROR', code });

describe('A key of an order', () => {
  it.each<[string, Answer | undefined, { isDoubtful: boolean; isSettled: boolean }]>([
    ['an order', ORDER, { isDoubtful: false, isSettled: true }],
    ['117', error(409, 117), { isDoubtful: false, isSettled: true }],
    ['a refusal', error(422, 100), { isDoubtful: false, isSettled: false }],
    ['130', error(503, 130), { isDoubtful: false, isSettled: false }],
    ['111 with 429', error(429, 111), { isDoubtful: false, isSettled: false }],
    ['111 with 408', error(408, 111), { isDoubtful: false, isSettled: false }],
    ['111 otherwise', error(503, 111), { isDoubtful: true, isSettled: false }],
    ['500', error(500, 500), { isDoubtful: true, isSettled: false }],
    ['something else', answer(502, {}), { isDoubtful: true, isSettled: false }],
    ['nothing', undefined, { isDoubtful: true, isSettled: false }],
  ])('that was answered by %s', (_, heard, wanted) => {
    const key = new OrderKey(WISH);
    key.hear(heard);
    expect(key).toMatchObject(wanted);
  });
});

describe('An account', () => {
  it('remembers what is doubtful until it is settled', () => {
    const account = new TradingAccount(1);
    const key = account.newKey(WISH);
    account.hear(key, undefined);
    account.hear(key, error(422, 100));
    expect([...account.doubtful.values()]).toEqual([key]);
    account.hear(key, ORDER);
    expect(account.doubtful.size).toBe(0);
  });

  it('ends a family of tokens', () => {
    const account = new TradingAccount(1);
    account.tokens.push({ token: 'a', familyId: 1 }, { token: 'b', familyId: 2 });
    account.tokens.push({ token: 'successor of a', familyId: 1 });
    account.end(1);
    expect(account.tokens.map(({ token }) => token)).toEqual(['b']);
    expect(account.ended).toEqual(['a', 'successor of a']);
  });
});

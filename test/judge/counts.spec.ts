import { countsOf, kindOf, neverDone } from './counts.js';
import type { Call } from './history.js';

const ID = 'ID_9fffb0d849a45215';

describe('Operations', () => {
  it.each([
    ['GET', '/client/api/newOrder/7/params?order_uuid=1', 'newOrder'],
    ['GET', '/client/api/check?uuid=1&seal=1&orders=2', 'check seal'],
    ['GET', '/client/api/categories/all', 'categories/all'],
    ['POST', '/admin/api/v1/orders/accept', 'admin POST orders/accept'],
    ['POST', `/admin/api/v1/orders/${ID}/reversals`, 'admin POST orders/:id/reversals'],
    ['PUT', '/admin/api/v1/products/12/price', 'admin PUT products/:id/price'],
  ])('of %s %s are one kind', (method, path, kind) => {
    expect(kindOf({ method, path, token: undefined, headers: {}, body: undefined })).toBe(kind);
  });

  it('are counted by their kind and their answers', () => {
    const call = (path: string, status?: number): Call => ({
      ...{ client: 'a', instance: 'one', startMs: 0, endMs: 1 },
      request: { method: 'GET', path, token: 't', headers: {}, body: undefined },
      answer: status === undefined ? undefined : { status, text: '' },
    });
    const calls = [
      call('/client/api/profile', 200),
      call('/client/api/newOrder/1', 200),
      call('/client/api/newOrder/2', 409),
      call('/client/api/newOrder/3'),
    ];
    expect(countsOf({ calls, messages: [], tokens: new Map() })).toEqual([
      { kind: 'newOrder', sent: 3, unanswered: 1, refused: 1 },
      { kind: 'profile', sent: 1, unanswered: 0, refused: 0 },
    ]);
  });

  it.each([
    ['many were answered, and all refused', { sent: 12, unanswered: 2, refused: 10 }, true],
    ['one was done', { sent: 12, unanswered: 1, refused: 10 }, false],
    ['few were answered', { sent: 12, unanswered: 3, refused: 9 }, false],
  ])('are told as never done: %s', (_, amounts, isTold) => {
    const kind = 'admin POST orders/:id/reversals';
    expect(neverDone([{ kind, ...amounts }])).toHaveLength(isTold ? 1 : 0);
  });
});

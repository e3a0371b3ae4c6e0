import fc from 'fast-check';
import { UnsentBytes, type UnsentAnswer } from './unsent-bytes.js';

const LIMITS = { ofAccountBytes: 100, inAllBytes: 250 };

function answer(
  accountId: number | undefined,
  byteLength: number,
  body: object = {},
): UnsentAnswer {
  return { accountId, byteLength, body };
}

function filled(...answers: UnsentAnswer[]): UnsentBytes {
  const unsent = new UnsentBytes(LIMITS);
  for (const each of answers) unsent.add(each);
  return unsent;
}

describe('UnsentBytes', () => {
  it('counts a body once, however many clients wait for it', () => {
    const body = {};
    const [first, second] = [answer(1, 60, body), answer(2, 60, body)];
    const unsent = filled(first, second);
    expect(unsent.total).toBe(60);

    unsent.remove(first);
    expect(unsent.total).toBe(60);
    unsent.remove(second);
    expect(unsent.total).toBe(0);
  });

  it('gives up the oldest answer of an account beyond its limit', () => {
    const oldest = answer(1, 60);
    const unsent = filled(oldest, answer(1, 60), answer(2, 90));

    expect(unsent.excess(1)).toEqual([oldest]);
    expect(unsent.excess(2)).toEqual([]);
  });

  it('gives up nothing of others that wait for the same body; it counts for them from then on', () => {
    const body = {};
    const [own, ofOther] = [answer(1, 60, body), answer(2, 60, body)];
    const unsent = filled(own, ofOther, answer(1, 60));
    expect(unsent.excess(1)).toEqual([own]);

    unsent.remove(own);
    expect([unsent.total, unsent.excess(1)]).toEqual([120, []]);
  });

  it('takes from the account with the most bytes when all together are too many', () => {
    const oldest = answer(1, 50);
    const unsent = filled(oldest, answer(1, 50), answer(2, 90), answer(3, 90));

    expect(unsent.excess(3)).toEqual([oldest]);
  });

  it("never gives up an account's only body", () => {
    const unsent = filled(answer(1, 1_000), answer(2, 1_000));

    expect(unsent.excess(1)).toEqual([]);
  });

  it('takes callers without a token as one account', () => {
    const oldest = answer(undefined, 60);

    expect(filled(oldest, answer(undefined, 60)).excess(undefined)).toEqual([oldest]);
  });

  it('holds no more than the limits and one body an account, whatever comes and goes', () => {
    const bodies = Array.from({ length: 6 }, (_, index) => ({ index }));
    const step = fc.record({
      account: fc.integer({ min: 1, max: 4 }),
      body: fc.integer({ min: 0, max: 5 }),
      leaves: fc.nat(20),
    });
    const run = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const unsent = new UnsentBytes(LIMITS);
      const waiting: UnsentAnswer[] = [];
      const leave = (gone: UnsentAnswer): void => {
        unsent.remove(gone);
        waiting.splice(waiting.indexOf(gone), 1);
      };
      for (const { account, body, leaves } of steps) {
        const gone = waiting[leaves];
        if (gone) leave(gone);
        const added = answer(account, 10 * (body + 3), bodies[body]);
        waiting.push(added);
        unsent.add(added);
        for (let cut = unsent.excess(account); cut.length > 0; cut = unsent.excess(account)) {
          cut.forEach(leave);
        }
        const distinct = new Map(waiting.map((each) => [each.body, each.byteLength]));
        const bytes = [...distinct.values()].reduce((sum, each) => sum + each, 0);
        expect(unsent.total).toBe(bytes);
        const inExcess = bytes > LIMITS.inAllBytes && distinct.size > 4;
        expect(inExcess).toBe(false);
      }
      waiting.splice(0).forEach((each) => {
        unsent.remove(each);
      });
      expect(unsent.total).toBe(0);
    });
    fc.assert(run);
  });
});

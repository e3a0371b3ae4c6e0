import { TooManyRequestsError } from '../../common/http/http.errors.js';
import { RunningRequests } from './running-requests.js';

describe('RunningRequests', () => {
  const limit = (most: number): RunningRequests =>
    new RunningRequests({ MAX_ACCOUNT_REQUESTS: most });

  it('lets as many of an account run as it may, and the next ones in their order', async () => {
    const requests = limit(2);
    const begun: number[] = [];
    const begin = async (name: number): Promise<() => void> => {
      const end = await requests.begin(7);
      begun.push(name);
      return end;
    };
    const [first, second, third, fourth] = [1, 2, 3, 4].map(begin);
    const [endFirst, endSecond] = await Promise.all([first, second]);
    expect(begun).toEqual([1, 2]);

    endFirst?.();
    const endThird = await third;
    expect(begun).toEqual([1, 2, 3]);

    endThird?.();
    endSecond?.();
    await fourth;
    expect(begun).toEqual([1, 2, 3, 4]);
  });

  it('counts each account by itself', async () => {
    const requests = limit(1);
    await requests.begin(1);

    await expect(requests.begin(2)).resolves.toBeInstanceOf(Function);
  });

  it('refuses an account of which ten times as many wait, until one has ended', async () => {
    const requests = limit(3);
    const running = await Promise.all([1, 2, 3].map(() => requests.begin(1)));
    const waiting = Array.from({ length: 30 }, () => requests.begin(1));
    await expect(requests.begin(1)).rejects.toThrow(TooManyRequestsError);

    running[0]?.();
    await waiting[0];
    await expect(Promise.race([requests.begin(1), Promise.resolve('waits')])).resolves.toBe(
      'waits',
    );
  });
});

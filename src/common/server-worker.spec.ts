import { isFirstWorker, shareOf, thisWorker, wordOf, workerOf } from './server-worker.js';

describe('a worker of a server', () => {
  it.each([
    { number: 1, workers: 2, isReplacement: false },
    { number: 64, workers: 64, isReplacement: true },
  ])('knows by a word of its command line who it is: %j', (worker) => {
    expect(workerOf(['node', 'main.js', '--start-anyway', wordOf(worker)])).toEqual(worker);
  });

  it('is the only one, and the first, without such a word', () => {
    expect(workerOf(['node', '--worker=1/2x'])).toEqual(thisWorker);
    expect(thisWorker).toEqual({ number: 1, workers: 1, isReplacement: false });
    expect([isFirstWorker, shareOf(7)]).toEqual([true, 7]);
  });
});

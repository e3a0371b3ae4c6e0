import { Recorder } from '../recorder.js';
import { keeping } from './judged-run.js';

describe('the history of a run', () => {
  const kept: number[] = [];
  let recorder: Recorder;
  const keep = ({ messages }: Recorder['history']): Promise<void> => {
    kept.push(messages.length);
    return Promise.resolve();
  };

  beforeEach(() => {
    recorder = new Recorder();
    kept.length = 0;
  });

  it('is kept at its end', async () => {
    const work = (): Promise<void> => {
      recorder.hear(1, '{}');
      return Promise.resolve();
    };
    const { messages } = await keeping(recorder, keep, work);
    expect([messages.length, ...kept]).toEqual([1, 1]);
  });

  it('is kept when the last questions are not answered', async () => {
    const work = (): Promise<void> => {
      recorder.hear(1, '{}');
      return Promise.reject(new Error('orders was not answered'));
    };
    await expect(keeping(recorder, keep, work)).rejects.toThrow('orders was not answered');
    expect(kept).toEqual([1]);
  });
});

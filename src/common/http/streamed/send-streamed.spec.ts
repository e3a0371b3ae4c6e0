import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Response } from 'express';
import { UnsentAnswers } from '../connection/unsent-answers.js';
import { sendStreamed } from './send-streamed.js';
import { StreamedAnswer } from './streamed-answer.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A response whose client takes everything at once. */
function openResponse(): Response {
  const socket = new EventEmitter();
  const response = Object.assign(new EventEmitter(), {
    req: { method: 'GET', httpVersion: '1.1', socket },
    setHeader: () => undefined,
    setTimeout: () => undefined,
    write: () => true,
    end: () => undefined,
    destroyed: false,
    closed: false,
  });
  return response as unknown as Response;
}

it('keeps no part that was sent', async () => {
  const made: WeakRef<object>[] = [];
  let alive = -1;
  const parts = () =>
    ({
      next: async () => {
        if (made.length === 3) {
          // Objects that were dereferenced in this job live until its end.
          await new Promise(setImmediate);
          collectGarbage();
          alive = made.filter((part) => part.deref() !== undefined).length;
          return { done: true, value: undefined };
        }
        const part = { done: false, value: `part ${made.length}` };
        made.push(new WeakRef(part));
        return part;
      },
      return: () => Promise.resolve({ done: true, value: undefined }),
    }) as unknown as AsyncGenerator<string>;
  const unsent = new UnsentAnswers({ stallMs: 1_000, bytes: 1_000_000 });

  await sendStreamed(openResponse(), new StreamedAnswer('text/plain', parts), unsent);

  // The last one, until the next one is there.
  expect(alive).toBe(1);
});

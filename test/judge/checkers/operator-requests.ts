import type { OperatorCall } from '../reading/operator-calls.js';
import type { Tally } from '../tally.js';

/** What was asked for twice under one idempotency key was done once, so that both answers are the same. */
export function judgeOperatorRequests(operators: readonly OperatorCall[], tally: Tally): void {
  for (const { text, hasOtherAnswer, ...moment } of operators) {
    if (!hasOtherAnswer) continue;
    tally.contradict({
      ...{ checker: 'operator requests', subject: moment.parts.join('/') },
      what: 'one request under one idempotency key has two answers',
      operations: [{ ...moment, text }],
    });
  }
}

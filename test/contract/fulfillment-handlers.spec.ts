import {
  HANDLER_CASES,
  type HandlerSubject,
} from '../../src/fulfillment/handlers/handler-cases.js';
import { ManualHandler } from '../../src/fulfillment/handlers/manual.handler.js';
import { TestOrderHandler } from '../../src/fulfillment/handlers/test-order.handler.js';

/** Every handler of ours keeps the promises that those of others are held to. */
const SUBJECTS: readonly HandlerSubject[] = [
  { handler: new ManualHandler(), settings: {}, wrongSettings: { stock: 'a' } },
  ...(['accept', 'two-codes', 'reject', 'stuck'] as const).map((outcome) => ({
    handler: new TestOrderHandler(),
    settings: { outcome },
    wrongSettings: { outcome: 'perhaps' },
  })),
];

describe.each(SUBJECTS)('the handler $handler.code with $settings', (subject) => {
  it.each(HANDLER_CASES)('$name', async ({ run }) => {
    await run(subject);
  });
});

import type { FulfillmentHandler } from '../../orders/delivery/fulfillment-handler.js';
import { handlerFault } from './handler-fault.js';
import { HandlerRegistry } from './handler.registry.js';
import { ManualHandler } from './manual.handler.js';
import { TestOrderHandler } from './test-order.handler.js';

const nothing = (): void => undefined;
const GOOD = { code: 'acme', checkSettings: nothing };
const handler = (members: object) => ({ ...GOOD, ...members }) as FulfillmentHandler;

it.each([
  new ManualHandler(),
  new TestOrderHandler(),
  handler({ deliver: nothing, delivered: nothing, client: {} }),
  handler({ deliverInTransaction: nothing, deliverNow: nothing }),
  handler({ deliver: undefined, deliverInTransaction: nothing, rehearses: true }),
])('%j can be used', (good) => {
  expect(handlerFault(good)).toBeUndefined();
});

it.each<[object | null, string]>([
  [
    null,
    'A fulfillment handler has the code undefined; give it one of lower-case letters, digits and hyphens.',
  ],
  [
    handler({ code: 'Acme' }),
    'A fulfillment handler has the code "Acme"; give it one of lower-case letters, digits and hyphens.',
  ],
  [
    handler({ deliver: nothing, deliverInTransaction: nothing }),
    'The fulfillment handler "acme" has both deliver and deliverInTransaction; leave one of them out.',
  ],
  [
    handler({ delivers: nothing }),
    'The fulfillment handler "acme" has an unknown member "delivers", which is probably meant to be "deliver".',
  ],
  [
    handler({ deliverInTransactions: nothing }),
    'The fulfillment handler "acme" has an unknown member "deliverInTransactions", which is probably meant to be "deliverInTransaction".',
  ],
  [
    { code: 'acme', checksettings: nothing },
    'The fulfillment handler "acme" has an unknown member "checksettings", which is probably meant to be "checkSettings".',
  ],
  [{ code: 'acme' }, 'The fulfillment handler "acme" has no method "checkSettings".'],
  [
    handler({ deliverInTransaction: nothing, wouldDeliver: true }),
    'The fulfillment handler "acme" has a "wouldDeliver" that is no method.',
  ],
  [handler({ deliver: 1 }), 'The fulfillment handler "acme" has a "deliver" that is no method.'],
  [
    handler({ rehearse: true }),
    'The fulfillment handler "acme" has an unknown member "rehearse", which is probably meant to be "rehearses".',
  ],
])('%j is refused', (wrong, sentence) => {
  expect(handlerFault(wrong)).toBe(sentence);
});

describe('the registry', () => {
  it('refuses a wrong handler, added later as at the start, and names the extension', () => {
    const wrong = handler({ delivers: nothing });
    expect(() => new HandlerRegistry([wrong])).toThrow('The fulfillment handler "acme" has');
    const registry = new HandlerRegistry([new ManualHandler()]);
    expect(() => {
      registry.add([wrong], 'acme-souk');
    }).toThrow('The fulfillment handler "acme" of the extension acme-souk has an unknown member');
    expect(() => {
      registry.add([handler({}), handler({})]);
    }).toThrow('Two fulfillment handlers have the code "acme"; rename one of them.');
  });

  it('finds those that were added', () => {
    const registry = new HandlerRegistry([new ManualHandler()]);
    registry.add([handler({})], 'acme-souk');
    expect(registry.codes()).toEqual(['acme', 'manual']);
  });
});

import { portFault } from '../../common/port-fault.js';
import type { FulfillmentHandler } from '../../orders/delivery/fulfillment-handler.js';

const CODE = /^[a-z][a-z0-9-]{0,49}$/;

/**
 * What is wrong with a handler, which may be written without types.
 * @returns one sentence; undefined for a handler that can be used
 */
export function handlerFault(handler: unknown, extension?: string): string | undefined {
  const { code, deliver, deliverInTransaction } = (handler ?? {}) as Partial<FulfillmentHandler>;
  const owner = extension === undefined ? '' : ` of the extension ${extension}`;
  if (typeof code !== 'string' || !CODE.test(code)) {
    const given = code === undefined ? 'undefined' : JSON.stringify(code);
    return `A fulfillment handler${owner} has the code ${given}; give it one of lower-case letters, digits and hyphens.`;
  }
  const subject = `The fulfillment handler "${code}"${owner}`;
  if (deliver && deliverInTransaction) {
    return `${subject} has both deliver and deliverInTransaction; leave one of them out.`;
  }
  const delivers = deliver ?? deliverInTransaction;
  const fault = portFault(handler, {
    checkSettings: { type: 'method', required: true },
    rehearses: { type: 'flag' },
    // A member that only looks like a delivery method is no fault where the handler has one.
    ...((!delivers || deliver) && { deliver: { type: 'method' } }),
    ...(deliver && { check: { type: 'method' } }),
    ...((!delivers || deliverInTransaction) && { deliverInTransaction: { type: 'method' } }),
    ...(deliverInTransaction && { wouldDeliver: { type: 'method' } }),
  });
  return fault && `${subject} ${fault}.`;
}

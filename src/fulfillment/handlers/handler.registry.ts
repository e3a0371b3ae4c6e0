import { Inject, Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import type { FulfillmentHandler } from '../../orders/delivery/fulfillment-handler.js';

/** Injection token of all handlers, those of Souk and those of FULFILLMENT_MODULES. */
export const HANDLERS = Symbol('fulfillment-handlers');

const CODE = /^[a-z][a-z0-9-]{0,49}$/;

/** Every handler by its code. */
@Injectable()
export class HandlerRegistry {
  private readonly handlers = new Map<string, FulfillmentHandler>();

  /** @throws OperatorError if a handler has an invalid code or the code of another one; the server then does not start. */
  constructor(@Inject(HANDLERS) handlers: readonly FulfillmentHandler[]) {
    this.add(handlers);
  }

  /** Adds handlers of extensions, before the first job. @throws OperatorError like the constructor */
  add(handlers: readonly FulfillmentHandler[]): void {
    for (const handler of handlers) {
      if (!CODE.test(handler.code)) {
        throw new OperatorError(
          `A fulfillment handler has the code ${JSON.stringify(handler.code)}; give it one of lower-case letters, digits and hyphens.`,
        );
      }
      if (this.handlers.has(handler.code)) {
        throw new OperatorError(
          `Two fulfillment handlers have the code "${handler.code}"; rename one of them.`,
        );
      }
      this.handlers.set(handler.code, handler);
    }
  }

  codes(): string[] {
    return [...this.handlers.keys()].toSorted();
  }

  /** Undefined for a handler that a product still names but the configuration no longer has. */
  find(code: string): FulfillmentHandler | undefined {
    return this.handlers.get(code);
  }

  /** @throws OperatorError that lists the existing handlers. */
  get(code: string): FulfillmentHandler {
    const handler = this.find(code);
    if (handler) return handler;
    throw new OperatorError(
      `There is no fulfillment handler "${code}"; there are ${this.codes().join(', ')}.`,
    );
  }
}

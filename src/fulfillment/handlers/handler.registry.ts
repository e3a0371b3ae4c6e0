import { Inject, Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import { deciding } from '../../common/port-call.js';
import { sentence } from '../../common/sentence.js';
import type { FulfillmentHandler } from '../../orders/delivery/fulfillment-handler.js';
import { handlerFault } from './handler-fault.js';

/** Injection token of all handlers, those of Souk and those of FULFILLMENT_MODULES. */
export const HANDLERS = Symbol('fulfillment-handlers');

/** Every handler by its code. */
@Injectable()
export class HandlerRegistry {
  private readonly handlers = new Map<string, FulfillmentHandler>();
  private readonly extensions = new Map<string, string>();

  /** @throws OperatorError for a handler that cannot be used, or has the code of another one; the server does not start */
  constructor(@Inject(HANDLERS) handlers: readonly FulfillmentHandler[]) {
    this.add(handlers);
  }

  /**
   * Adds handlers of an extension, before the first job.
   * @param extension its name. @throws OperatorError like the constructor
   */
  add(handlers: readonly FulfillmentHandler[], extension?: string): void {
    for (const handler of handlers) {
      const fault = handlerFault(handler, extension);
      if (fault !== undefined) throw new OperatorError(fault);
      if (this.handlers.has(handler.code)) {
        const owners = ownersText(this.extensions.get(handler.code), extension);
        throw new OperatorError(
          `Two fulfillment handlers have the code "${handler.code}"${owners}; rename one of them.`,
        );
      }
      this.handlers.set(handler.code, handler);
      if (extension !== undefined) this.extensions.set(handler.code, extension);
    }
  }

  codes(): string[] {
    return [...this.handlers.keys()].toSorted();
  }

  /** The name of the extension that has added the handler; undefined for all others. */
  extensionOf(code: string): string | undefined {
    return this.extensions.get(code);
  }

  /** Runs code of a handler that decides within a transaction of the shop. */
  deciding<T>({ code }: FulfillmentHandler, work: () => T): T {
    const extension = this.extensionOf(code);
    if (extension === undefined) return work();
    return deciding('handler', { extension, port: { name: code } }, work);
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
      ...sentence('delivery.unknown', { code, codes: this.codes().join(', ') }),
    );
  }
}

/** Whose two handlers are; empty if none is of an extension. */
function ownersText(one: string | undefined, other: string | undefined): string {
  if (other === undefined) return '';
  if (one === other) return `, both of the extension ${one}`;
  const first = one === undefined ? 'Souk or FULFILLMENT_MODULES' : `the extension ${one}`;
  return `, one of ${first} and one of the extension ${other}`;
}

import type { ThingId } from '../../operations/operation.js';
import type { AnswerOf } from './shop-methods.js';
import type { ShopMethods } from './shop.js';
import type { ShopUse } from './shop-use.js';

/** What a method of `Shop` was called with. */
export interface Called {
  readonly id?: ThingId;
  readonly input: object;
  readonly key: string;
}

/** The methods of `Shop`, each of which calls its operation. */
export function methodsOf(make: (use: ShopUse, called: Called) => Promise<object>): ShopMethods {
  const call = <Use extends ShopUse>(use: Use, called: Called) =>
    make(use, called) as Promise<AnswerOf<Use>>;
  return {
    balance: {
      deposit: (id, input, key) => call('balance.deposit', { id, input, key }),
      adjust: (id, input, key) => call('balance.adjust', { id, input, key }),
    },
    orders: {
      accept: (id, input, key) => call('orders.accept', { id, input, key }),
      addCodes: (id, input, key) => call('orders.addCodes', { id, input, key }),
      askAgain: (id, key) => call('orders.askAgain', { id, input: {}, key }),
      reject: (id, input, key) => call('orders.reject', { id, input, key }),
      reverse: (id, input, key) => call('orders.reverse', { id, input, key }),
    },
    accounts: {
      create: (input, key) => call('accounts.create', { input, key }),
      set: (id, input, key) => call('accounts.set', { id, input, key }),
    },
    tokens: {
      issue: (id, input, key) => call('tokens.issue', { id, input, key }),
      revoke: (id, key) => call('tokens.revoke', { id, input: {}, key }),
    },
    operators: { notify: (input, key) => call('operators.notify', { input, key }) },
    products: { setPrice: (id, input, key) => call('products.setPrice', { id, input, key }) },
    visibility: {
      set: (input, key) => call('visibility.set', { input, key }),
      clear: (input, key) => call('visibility.clear', { input, key }),
    },
  };
}

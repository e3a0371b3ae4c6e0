import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import { toDecimal } from '../../common/decimal.js';
import { decidingPort } from '../../common/port-call.js';
import type { DepositDto } from '../../operations/accounts/balance.operations.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import type { ThingId } from '../../operations/operation.js';
import { OperationRunner } from '../../operations/running/operation-runner.js';
import { ShopExtensions } from '../../upkeep/extensions/shop-extensions.js';
import { ExtensionCalls } from './extension-calls.service.js';
import type { Shop } from './shop.js';
import { operationOf, type AnswerOf } from './shop-methods.js';
import type { ShopUse } from './shop-use.js';

const MAX_KEY_CHARACTERS = 100;
/** 128 bits. */
const REFERENCE_DIGITS = 32;

/** What a method of `Shop` was called with. */
interface Called {
  readonly id?: ThingId;
  readonly input: object;
  readonly key: string;
}

/** Makes the `Shop` of each extension. */
@Injectable()
export class Shops {
  constructor(
    private readonly runner: OperationRunner,
    private readonly calls: ExtensionCalls,
    private readonly extensions: ShopExtensions,
  ) {}

  of(extension: string): Shop {
    const call = <Use extends ShopUse>(use: Use, called: Called) =>
      this.call(extension, use, called) as Promise<AnswerOf<Use>>;
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
      products: { setPrice: (id, input, key) => call('products.setPrice', { id, input, key }) },
      visibility: {
        set: (input, key) => call('visibility.set', { input, key }),
        clear: (input, key) => call('visibility.clear', { input, key }),
      },
    };
  }

  private async call(extension: string, use: ShopUse, { id, input, key }: Called): Promise<object> {
    this.assertMay(extension, use);
    assertKey(extension, use, key);
    const operation = operationOf(use);
    const checked = operation.input ? checkedInput(operation.input, input) : {};
    const change = await this.runner.change(operation, {
      by: authorOf(extension),
      input: checked,
      assertMay: () => undefined,
      may: () => true,
      requestReference: referenceOf(extension, key),
      ...(id !== undefined && { id }),
    });
    const call = {
      extension,
      key,
      method: use,
      input: { id, input },
      added: addedBy(use, checked),
    };
    return this.calls.run(call, change, stored);
  }

  /** @throws OperatorError */
  private assertMay(extension: string, use: ShopUse): void {
    const port = decidingPort();
    if (port !== undefined) {
      throw new OperatorError(
        `${port} calls Shop.${use}, which may not be called there: what decides changes nothing.`,
      );
    }
    const { loaded } = this.extensions;
    const own = loaded.find(({ definition }) => definition.name === extension);
    if (own?.definition.uses?.includes(use)) return;
    throw new OperatorError(
      `The extension ${extension} calls Shop.${use} without having declared it; add "${use}" to "uses" of defineExtension.`,
    );
  }
}

/** Of an entry in the ledger that needs one; resellers read it. */
function referenceOf(extension: string, key: string): string {
  return hash('sha256', JSON.stringify([extension, key])).slice(0, REFERENCE_DIGITS);
}

/** USD that a call adds to a balance. */
function addedBy(use: ShopUse, input: object): string | undefined {
  if (use !== 'balance.deposit' && use !== 'balance.adjust') return undefined;
  const { amount } = input as DepositDto;
  return toDecimal(amount).greaterThan(0) ? amount : undefined;
}

/** Without a token, which is shown once. */
const stored = (answer: object): object =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'token'));

function authorOf(extension: string) {
  const origin = { role: 'extension', door: 'extension', address: null, requestId: null } as const;
  return { actor: `extension:${extension}`, origin };
}

/** @throws OperatorError */
function assertKey(extension: string, use: ShopUse, key: unknown): void {
  if (typeof key === 'string' && key.length >= 1 && key.length <= MAX_KEY_CHARACTERS) return;
  throw new OperatorError(
    `The extension ${extension} calls Shop.${use} without a key of 1 to ${MAX_KEY_CHARACTERS} characters.`,
  );
}

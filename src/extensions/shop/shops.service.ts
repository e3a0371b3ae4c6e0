import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import type { OnceOnlyChange } from '../../operations/running/once.js';
import { OperationRunner, type AskedChange } from '../../operations/running/operation-runner.js';
import type { Changed } from '../../people/changes/audited-changes.js';
import { ShopExtensions } from '../../upkeep/extensions/shop-extensions.js';
import {
  assertAllowedHere,
  assertId,
  assertKey,
  assertStorable,
  withinTransaction,
} from './call-rules.js';
import { ExtensionCalls } from './extension-calls.service.js';
import { lockAll, type Locked } from './lock-all.js';
import { addedBy, MadeCalls } from './made-calls.js';
import { methodsOf, type Called } from './methods-of.js';
import { operationOf } from './shop-methods.js';
import type { Shop, ShopInTransaction, ShopLocks } from './shop.js';
import type { ShopUse } from './shop-use.js';

/** 128 bits. */
const REFERENCE_DIGITS = 32;

/** Makes the `Shop` of each extension. */
@Injectable()
export class Shops {
  constructor(
    private readonly runner: OperationRunner,
    private readonly calls: ExtensionCalls,
    private readonly extensions: ShopExtensions,
  ) {}

  of(extension: string): Shop {
    return {
      ...methodsOf((use, called) => this.call(extension, use, called)),
      transaction: (locks, work, key) => this.transaction(extension, locks, work, key),
    };
  }

  private async call(extension: string, use: ShopUse, called: Called): Promise<object> {
    const { id, input, key } = called;
    assertAllowedHere(use);
    this.assertDeclared(extension, use);
    assertKey(extension, use, key);
    const call = { extension, key, method: use, input: { id, input } };
    const make = () => this.changeOf(extension, use, called, key);
    return this.calls.run(call, make, stored, () => addedBy(use, input));
  }

  private async transaction<T extends object>(
    extension: string,
    locks: ShopLocks,
    work: (shop: ShopInTransaction) => Promise<T>,
    key: string,
  ): Promise<T> {
    assertAllowedHere('transaction');
    assertKey(extension, 'transaction', key);
    const { input, ...named } = locks;
    const [orders, accounts] = [inOrder(named.orders), inOrder(named.accounts)];
    for (const id of accounts) assertId('accounts.set', id);
    let made = new MadeCalls();
    const run = async (manager: EntityManager): Promise<Changed<T>> => {
      made = new MadeCalls();
      const locked = await lockAll(this.runner.services, manager, { orders, accounts });
      const call = (use: ShopUse, called: Called) =>
        made.during(() => this.callWithin(manager, made, locked, { extension, use, key, called }));
      const within = methodsOf(call) as ShopInTransaction;
      const result = await withinTransaction(extension, () => work(within)).finally(() =>
        made.end(),
      );
      made.assertWhole();
      assertStorable(result);
      return { result, before: null, after: { calls: made.calls } };
    };
    const change: OnceOnlyChange<T> = {
      author: authorOf(extension),
      // The audit finds an entry by one thing of a kind.
      action: {
        name: 'extension transaction',
        details: { extension, key, order: orders[0], account: accounts[0] },
      },
      run,
      refusalOf: (error) => made.refusalOf(error),
    };
    const call = { extension, key, method: 'transaction', input: { orders, accounts, input } };
    const answered = (answer: T): object => answer;
    const make = () => Promise.resolve(change);
    return this.calls.run(call, make, answered, () => made.added);
  }

  private async callWithin(
    manager: EntityManager,
    made: MadeCalls,
    locked: Locked,
    { extension, use, key, called }: CallWithin,
  ): Promise<object> {
    this.assertDeclared(extension, use);
    locked.assertHas(use, called.id);
    const change = await this.changeOf(extension, use, called, `${key}\0${made.next()}`, true);
    const running = change.run(manager).catch((error: unknown) => made.failed(error, change));
    const { result, before, after } = await running;
    made.note(use, called, { before, after });
    return result;
  }

  private changeOf(
    extension: string,
    use: ShopUse,
    { id, input }: Omit<Called, 'key'>,
    key: string,
    isExactId = false,
  ): Promise<AskedChange<object>> {
    const operation = operationOf(use);
    if (operation.route.includes(':')) assertId(use, id);
    return this.runner.change(operation, {
      by: authorOf(extension),
      input: operation.input ? checkedInput(operation.input, input) : {},
      assertMay: () => undefined,
      may: () => true,
      requestReference: referenceOf(extension, key),
      ...(id !== undefined && { id, isExactId }),
    });
  }

  /** @throws OperatorError */
  private assertDeclared(extension: string, use: ShopUse): void {
    const { loaded } = this.extensions;
    const own = loaded.find(({ definition }) => definition.name === extension);
    if (own?.definition.uses?.includes(use)) return;
    throw new OperatorError(
      `The extension ${extension} calls Shop.${use} without having declared it; add "${use}" to "uses" of defineExtension.`,
    );
  }
}

interface CallWithin {
  readonly extension: string;
  readonly use: ShopUse;
  readonly key: string;
  readonly called: Omit<Called, 'key'>;
}

/** Of an entry in the ledger that needs one; resellers read it. */
function referenceOf(extension: string, key: string): string {
  return hash('sha256', JSON.stringify([extension, key])).slice(0, REFERENCE_DIGITS);
}

/** Without a token, which is shown once. */
const stored = (answer: object): object =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'token'));

function authorOf(extension: string) {
  const origin = { role: 'extension', door: 'extension', address: null, requestId: null } as const;
  return { actor: `extension:${extension}`, origin };
}

/** Each once, in the order in which all are locked. */
function inOrder<Id extends string | number>(ids: readonly Id[] = []): Id[] {
  return [...new Set(ids)].sort((one, other) => (one < other ? -1 : 1));
}

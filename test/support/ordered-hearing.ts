import { randomUUID } from 'node:crypto';
import { BalanceService } from '../../src/account/ledger/balance.service.js';
import type { AccountEvent } from '../../src/events/ordered/account-event.js';
import { ACCOUNT_EVENT_TYPES } from '../../src/events/ordered/account-event.js';
import type { OrderedListener } from '../../src/events/ordered/ordered-listener.js';
import type { FailedEvent } from '../../src/events/failures/failed-event.entity.js';
import { FailedEvents } from '../../src/events/failures/failed-events.service.js';
import type { HandlingOptions } from '../../src/events/listener.js';
import { testExtension } from './extensions.js';
import type { TestAccount, TestShop } from './test-shop.js';
import { until } from './until.js';

export type ToldInOrder = AccountEvent & { readonly options: HandlingOptions };

/** Ordered listeners that keep what they are told, each by its name. */
export class OrderedHearing {
  readonly told: (ToldInOrder & { readonly listener: string })[] = [];
  /** What the listener `sink` does with an event. */
  onEvent: (event: AccountEvent) => Promise<void> | void = () => undefined;

  /** `sink` and `other` are told all from the first event on, `late` what comes after its first start. */
  readonly extension = testExtension({
    ports: () => ({
      orderedListeners: [
        this.listener('sink', { from: 'beginning' }),
        this.listener('other', { from: 'beginning' }),
        this.listener('late', {}),
        this.listener('deposits', { from: 'beginning', events: ['balance.deposited'] }),
      ],
    }),
  });

  of({ id }: Pick<TestAccount, 'id'>, listener = 'sink'): ToldInOrder[] {
    return this.told.filter((one) => one.accountId === id && one.listener === listener);
  }

  typesOf(account: Pick<TestAccount, 'id'>, listener = 'sink'): string[] {
    return this.of(account, listener).map(({ type }) => type);
  }

  /** Once the listener has been told so many events of the account. */
  count(account: Pick<TestAccount, 'id'>, count: number, listener = 'sink') {
    return until(() => {
      const told = this.of(account, listener);
      return told.length >= count && told;
    });
  }

  private listener(
    name: string,
    { from, events = ACCOUNT_EVENT_TYPES }: Partial<OrderedListener>,
  ): OrderedListener {
    return {
      ...{ name, events },
      ...(from && { from }),
      handle: async (event, options) => {
        this.told.push({ ...event, options, listener: name });
        if (name === 'sink') await this.onEvent(event);
      },
    };
  }
}

/** What happens to accounts, as operators and resellers do it. */
export class Happenings {
  constructor(readonly shop: TestShop) {}

  async ordered({ api }: TestAccount, product: number): Promise<string> {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    const { json } = await api(path);
    return (json as { data?: { order_id: string } }).data?.order_id ?? '';
  }

  deposit({ id }: TestAccount, amount: string, reference?: string): Promise<void> {
    const by = { actor: 'operator:eve', ...(reference !== undefined && { reference }) };
    return this.shop.service(BalanceService).deposit(id, amount, by);
  }

  adjust({ id }: TestAccount, amount: string, reason: string): Promise<void> {
    return this.shop.service(BalanceService).adjust(id, amount, { actor: 'operator:eve', reason });
  }

  /** The failure of an account, once there is one. */
  failureOf({ id }: TestAccount): Promise<FailedEvent> {
    return until(async () => {
      const failures = await this.shop.service(FailedEvents).list(100);
      return failures.find(({ accountId }) => accountId === id);
    });
  }
}

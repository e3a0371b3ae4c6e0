import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  OperatorError,
  TemporarilyUnavailableError,
  type WireError,
} from '../../common/app-error.js';
import { loggableError, textOf } from '../../common/logger.js';
import { PortFaults } from '../../common/port-faults.js';
import { assertPorts, type PortOf } from '../../common/port-shape.js';
import { deciding } from '../../common/port-call.js';
import { withinTime } from '../../common/time-limit.js';
import { isStatementUnavailable } from '../../database/database-errors.js';
import type { OrderToFulfill } from '../delivery/fulfillment-handler.js';
import { CheckRefusedError } from './check.errors.js';
import { CHECK_SHAPE } from './check-shape.js';
import { clockInSameTransaction } from './checked-transaction.js';
import type { OrderCaller, OrderCheck, OrderRefusal } from './order-check.js';
import { refusalOf } from './order-refused-error.js';

/**
 * A check without a limit would keep the row of the account locked. Below the limit of the database for a transaction that
 * waits for its next statement.
 */
const CHECK_TIMEOUT_MS = 3_000;
const LATE = `it took longer than ${CHECK_TIMEOUT_MS} ms`;
const [LOWEST_CODE, HIGHEST_CODE] = [600, 699];
const STATUSES: readonly unknown[] = [409, 422];

type CheckOf = PortOf<OrderCheck>;

/** Runs checks in the transaction of a batch. */
export type RunInBatch = (manager: EntityManager) => Promise<void>;

/** The errors that an extension declares. */
export interface RefusalsOf {
  readonly extension: string;
  readonly errors: readonly OrderRefusal[];
}

/** Calls the order checks of all extensions. */
@Injectable()
export class OrderChecks {
  private checks: readonly CheckOf[] = [];
  private declared: ReadonlyMap<number, RefusalsOf & { readonly wire: WireError }> = new Map();

  constructor(private readonly faults: PortFaults) {}

  /** Called once, before the first request. @throws OperatorError */
  use(items: readonly CheckOf[], refusals: readonly RefusalsOf[] = []): void {
    assertPorts(CHECK_SHAPE, items);
    const declared = new Map<number, RefusalsOf & { readonly wire: WireError }>();
    for (const ofExtension of refusals) {
      for (const error of ofExtension.errors) {
        const wire = declaredError(ofExtension.extension, error);
        const other = declared.get(wire.code);
        if (other) throw declaredTwice(wire.code, other.extension, ofExtension.extension);
        declared.set(wire.code, { ...ofExtension, wire });
      }
    }
    this.checks = items;
    this.declared = declared;
  }

  /** The declared errors of all extensions. */
  get errors(): readonly WireError[] {
    return [...this.declared.values()].map(({ wire }) => wire);
  }

  /** False without an extension that checks orders, as usual. */
  get exist(): boolean {
    return this.checks.length > 0;
  }

  /** True if a check concerns the order, or cannot say whether it does. */
  concern(order: OrderToFulfill): boolean {
    return this.checks.some((check) => concernOf(check, order) !== false);
  }

  /**
   * What runs the checks that concern the order in the transaction of a batch. Whatever it throws, the order is placed in a
   * transaction of its own instead, where `run` judges and tells it.
   * @returns true if no check concerns the order, false if one cannot say so
   */
  inBatch(order: OrderToFulfill, caller: OrderCaller): boolean | RunInBatch {
    const concerned: CheckOf[] = [];
    for (const check of this.checks) {
      const concern = concernOf(check, order);
      if (concern === true) concerned.push(check);
      else if (concern !== false) return false;
    }
    if (concerned.length === 0) return true;
    return async (manager) => {
      for (const check of concerned) await ask(check, manager, order, caller);
    };
  }

  /**
   * The names of the checks that concern the order, which cannot be asked without writing it.
   * @throws TemporarilyUnavailableError (111) like `run`
   */
  namesFor(order: OrderToFulfill): string[] {
    return [...this.concerned(order)].map(({ port }) => port.name);
  }

  /**
   * Runs the checks that concern the order, in the transaction that has inserted and charged it.
   * @returns the clock of the database after the last one, in seconds since 1970; undefined if none concerns the order
   * @throws CheckRefusedError (600–699), TemporarilyUnavailableError (111), or the error of an unavailable database
   */
  async run(
    manager: EntityManager,
    order: OrderToFulfill,
    caller: OrderCaller,
  ): Promise<number | undefined> {
    let clock: number | undefined;
    for (const check of this.concerned(order)) {
      try {
        await withinTime(ask(check, manager, order, caller), CHECK_TIMEOUT_MS, LATE);
        clock = await clockInSameTransaction(manager, [order]);
      } catch (error) {
        throw this.errorFor(check, order, error);
      }
    }
    return clock;
  }

  /** @throws TemporarilyUnavailableError (111) at a check that cannot say whether it concerns the order */
  private *concerned(order: OrderToFulfill): Generator<CheckOf> {
    for (const check of this.checks) {
      const concern = concernOf(check, order);
      if (concern === false) continue;
      if (concern !== true) throw this.failed(check, order, concern.error);
      yield check;
    }
  }

  private errorFor(check: CheckOf, order: OrderToFulfill, error: unknown): unknown {
    const refusal = refusalOf(error);
    if (!refusal) {
      // The order is tried again, as after any other statement of its transaction.
      return isStatementUnavailable(error) ? error : this.failed(check, order, error);
    }
    const declared = this.declared.get(refusal.code as number);
    if (declared?.extension === check.extension) {
      return new CheckRefusedError(declared.wire, refusal.message);
    }
    const fault = `it refuses with the code ${textOf(refusal.code)}, which its extension does not declare`;
    return this.failed(check, order, new Error(fault));
  }

  private failed({ extension, port }: CheckOf, { orderId }: OrderToFulfill, error: unknown) {
    const fault = 'an order check failed; the order was answered 111';
    const details = { err: loggableError(error), properties: { orderId } };
    this.faults.note({ extension, port: port.name, fault }, details);
    return new TemporarilyUnavailableError(error);
  }
}

/** Whether the check concerns the order; what it threw, or an error for an invalid answer. */
function concernOf(check: CheckOf, order: OrderToFulfill): boolean | { error: unknown } {
  try {
    const concern: unknown = deciding('check', check, () => check.port.concerns(order));
    if (typeof concern === 'boolean') return concern;
    // A rejection that nobody awaits would end the process.
    Promise.resolve(concern).catch(() => undefined);
    return { error: new Error('concerns gives no boolean') };
  } catch (error) {
    return { error };
  }
}

async function ask(
  check: CheckOf,
  manager: EntityManager,
  order: OrderToFulfill,
  caller: OrderCaller,
): Promise<void> {
  await deciding('check', check, () => check.port.check(manager, order, caller));
}

/** @throws OperatorError */
function declaredError(extension: string, error: unknown): WireError {
  const { code, message, httpStatus } = (error ?? {}) as Partial<Record<string, unknown>>;
  const isCode =
    Number.isInteger(code) && Number(code) >= LOWEST_CODE && Number(code) <= HIGHEST_CODE;
  if (isCode && typeof message === 'string' && message.trim() && STATUSES.includes(httpStatus)) {
    return { code: Number(code), httpStatus: Number(httpStatus), meaning: message.trim() };
  }
  throw new OperatorError(
    `The extension "${extension}" declares an error that needs a code from ${LOWEST_CODE} to ${HIGHEST_CODE}, a message, and an httpStatus of 409 or 422.`,
  );
}

function declaredTwice(code: number, one: string, other: string): OperatorError {
  const who = one === other ? `"${one}"` : `"${one}" and the extension "${other}"`;
  return new OperatorError(`The error code ${code} is declared twice, by the extension ${who}.`);
}

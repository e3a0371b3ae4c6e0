import { userInfo } from 'node:os';
import type { Type } from '@nestjs/common';
import { InvalidArgumentError, type Command } from 'commander';
import type { Terminal } from './terminal.js';

/** The shop's services, opened for one command. */
export interface OpenShop {
  get<T>(type: Type<T>): T;
  /** Migration steps that were run when the shop was opened. */
  readonly steps: readonly string[];
  /** True for the database that Souk brings along. */
  readonly embedded: boolean;
}

/** The services that a command needs: those of the accounts, or all of them. */
export type ShopPart = 'accounts' | 'whole';

export interface OpenOptions {
  /** False leaves the schema as it is. */
  readonly migrate?: boolean;
  /** What is loaded; the whole takes most of a second longer than the accounts. That of the group if left out. */
  readonly part?: ShopPart;
}

/** What a command works with. The shop is opened only when a command runs, so `--help` needs no database. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly withShop: (
    work: (shop: OpenShop) => Promise<void>,
    options?: OpenOptions,
  ) => Promise<void>;
}

/** Makes a command of the program work, or adds those below it. */
export type AddCommands = (command: Command, context: CommandContext) => void;

/** Who does it, for the ledger and the orders. */
export function operatorName(): string {
  try {
    return `operator:${userInfo().username}`;
  } catch {
    // A container may run under a user id that has no name.
    return 'operator';
  }
}

/** An id on the command line. */
export function idArgument(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id >= 1 && id <= 2_147_483_647) return id;
  throw new InvalidArgumentError('It must be a number such as 7.');
}

/** `on` or `off`. */
export function switchArgument(text: string): boolean {
  if (text === 'on') return true;
  if (text === 'off') return false;
  throw new InvalidArgumentError('It must be on or off.');
}

/** A moment, such as 2026-01-31 or 2026-01-31T18:00Z. A date is its beginning in UTC. */
export function timeArgument(text: string): Date {
  const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) ? new Date(text) : null;
  if (time && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a time such as 2026-01-31 or 2026-01-31T18:00Z.');
}

/** A count of rows. */
export function limitArgument(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1) return limit;
  throw new InvalidArgumentError('It must be a number from 1 to 999999.');
}

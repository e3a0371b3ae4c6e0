import { userInfo } from 'node:os';
import type { Type } from '@nestjs/common';
import { InvalidArgumentError, type Command } from 'commander';
import type { Terminal } from './terminal.js';

/** The services of the shop, opened for one command. */
export interface OpenShop {
  get<T>(type: Type<T>): T;
  /** The migrations that ran when the shop was opened. */
  readonly steps: readonly string[];
  /** True for the embedded PostgreSQL. */
  readonly embedded: boolean;
}

/** The services that a command needs: those of accounts, or all. */
export type ShopPart = 'accounts' | 'whole';

export interface OpenOptions {
  /** False opens the shop without running migrations. */
  readonly migrate?: boolean;
  /** What is loaded; `whole` takes most of a second longer than `accounts`. By default that of the command's group. */
  readonly part?: ShopPart;
  /** True for a command that works without the extensions that the shop has, such as the one that forgets them. */
  readonly withoutExtensions?: true;
}

/** Opens the shop for the time of the work. */
type WithShop = (work: (shop: OpenShop) => Promise<void>, options?: OpenOptions) => Promise<void>;

/** What the program is built with. The shop is opened only when a command runs, so `--help` needs no database. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly withShop: WithShop;
}

/** What a command works with. `withShop` leaves an audit entry of the command. */
export interface AuditedContext extends CommandContext {
  /** For a command that only reads; it leaves no audit entry. */
  readonly readShop: WithShop;
}

/** What the commands of Souk itself work with besides. */
export interface OwnContext extends AuditedContext {
  /** For operations, which leave an audit entry themselves. */
  readonly changeShop: WithShop;
}

/** Adds the commands of a group of Souk itself. */
export type AddOwnCommands = (command: Command, context: OwnContext) => void;

/** Adds the action of a command, or the commands of a group. */
export type AddCommands = (command: Command, context: AuditedContext) => void;

/** The actor of changes in orders and in the audit; the ledger has a number for it. */
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

/** A time such as 2026-01-31T18:00Z; a date such as 2026-01-31 is its first moment in UTC. Undefined for other texts. */
export function utcMoment(text: string): Date | undefined {
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2})?Z)?$/.exec(text) ?? [];
  const time = new Date(text);
  const isReal = day !== '' && !Number.isNaN(time.getTime());
  // A date that no calendar has is moved to another one.
  return isReal && time.toISOString().startsWith(day) ? time : undefined;
}

/** The same of an argument. */
export function timeArgument(text: string): Date {
  const time = utcMoment(text);
  if (time) return time;
  throw new InvalidArgumentError('It must be a time such as 2026-01-31 or 2026-01-31T18:00Z.');
}

/** A count of rows. */
export function limitArgument(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1) return limit;
  throw new InvalidArgumentError('It must be a number from 1 to 999999.');
}

/** A number of things, be it none. */
export function countArgument(text: string): number {
  if (/^\d{1,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number such as 9.');
}

/** What separates the columns of a CSV. */
export function separatorArgument(text: string): string {
  if (text === ',' || text === ';') return text;
  if (text === 'tab' || text === '\t') return '\t';
  throw new InvalidArgumentError('It must be "," or ";" or tab.');
}

import type { Command } from 'commander';

/** A command with what was said to it, as the audit keeps it. */
export interface OperatorAction {
  /** Such as `balance deposit`. */
  readonly name: string;
  /** Arguments and options by name, secrets masked. */
  readonly details: Record<string, unknown>;
}

/**
 * Commands that change nothing about the shop. Every other one leaves an audit entry, so a new command does unless
 * somebody says here that it only reads.
 */
const READING: ReadonlySet<string> = new Set([
  'account list',
  'account show',
  'token list',
  'ip list',
  'balance show',
  'balance statement',
  'ledger verify',
  'group list',
  'catalog export',
  'catalog show',
  'price list',
  'visibility list',
  'order list',
  'delivery handlers',
  'delivery show',
  'codes list',
  'supplier list',
  'webhook show',
  'webhook test',
  'webhook failures',
  'secret-key',
  'order show',
  'maintenance status',
  'audit list',
  'doctor',
  'backup',
  // Every command does so by itself when it opens the shop; the schema keeps its own record.
  'migrate',
]);

/** Fills an empty database, entries of the audit included, so its own can only be written when that is done. */
export const RESTORE = 'restore';

/** What a command is about to change; undefined for one that only reads. */
export function actionOf(command: Command): OperatorAction | undefined {
  const name = pathOf(command);
  const options = command.opts<Record<string, unknown>>();
  if (READING.has(name) || options.dryRun === true) return undefined;
  const values = command.registeredArguments.map(
    (argument, index) => [argument.name(), command.processedArgs[index] as unknown] as const,
  );
  const said = Object.entries({ ...options, ...Object.fromEntries(values) });
  const details = said
    .filter(([, value]) => value !== undefined)
    .map(([word, value]) => [word, kept(value, SECRET.test(word))] as const);
  return { name, details: Object.fromEntries(details) };
}

/** The words that name a command, without `souk`. */
export function pathOf(command: Command): string {
  const names: string[] = [];
  for (let at = command; at.parent; at = at.parent) names.unshift(at.name());
  return names.join(' ');
}

/** Words under which a secret is given. A token's id, which is a number, is none. */
const SECRET = /(code|codes|token|secret|password|pin|key)$/i;
const MASK = '***';
const LONGEST_TEXT = 500;

function kept(value: unknown, secret: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => kept(item, secret));
  if (typeof value !== 'string') return value;
  if (secret) return MASK;
  // JSON in the database takes neither NUL nor half a character, and a URL may carry a password.
  const text = value.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '');
  return text.replace(/\/\/[^/@\s]*@/g, `//${MASK}@`);
}

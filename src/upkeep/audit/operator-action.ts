import type { Command } from 'commander';
import type { AuditedAction } from '../../account/caller-audit.js';

/** This command fills an empty database, audit entries included, so its own entry is written after it. */
export const RESTORE = 'restore';

/** The action of a command for the audit; undefined for a dry run, which changes nothing. */
export function actionOf(command: Command): AuditedAction | undefined {
  const name = pathOf(command);
  const options = command.opts<Record<string, unknown>>();
  if (options.dryRun === true) return undefined;
  const values = command.registeredArguments.map(
    (argument, index) => [argument.name(), command.processedArgs[index] as unknown] as const,
  );
  const given = Object.entries({ ...options, ...Object.fromEntries(values) });
  const details = given
    .filter(([, value]) => value !== undefined)
    .map(([word, value]) => [NAMES[word] ?? word, kept(value, SECRET.test(word))] as const);
  return { name, details: Object.fromEntries(details) };
}

/** Options that name a thing by another word than all other entries, by which its history is found. */
const NAMES: Readonly<Record<string, string | undefined>> = { fromShop: 'supplier' };

/** The name of a command with its group, without `souk`. */
export function pathOf(command: Command): string {
  const names: string[] = [];
  for (let at = command; at.parent; at = at.parent) names.unshift(at.name());
  return names.join(' ');
}

/** Names of arguments and options whose texts are secrets. Ids of tokens are numbers, so they are kept. */
const SECRET = /(code|codes|token|secret|password|pin|key)$/i;
const MASK = '***';
const MAX_TEXT_CHARACTERS = 500;

function kept(value: unknown, secret: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => kept(item, secret));
  if (typeof value !== 'string') return value;
  if (secret) return MASK;
  // PostgreSQL's JSON refuses NUL and unpaired surrogates, and a URL may contain a password.
  const text = value.slice(0, MAX_TEXT_CHARACTERS).toWellFormed().replaceAll('\0', '');
  return withoutUserInfo(text);
}

/** A value for the audit, without passwords in addresses. Objects of classes, such as times, are as in JSON. */
export function maskedValue(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? withoutUserInfo(part) : part,
  ) as unknown;
}

function withoutUserInfo(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/g, `//${MASK}@`);
}

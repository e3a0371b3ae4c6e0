/**
 * Imported by Node before the server: kills the process at the n-th pass of one mark. It imports nothing of its own,
 * since plain Node runs it beside the built server.
 */
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

/** A mark of kill-marks.ts, and at which pass to kill. */
interface KillOrder {
  readonly module: string;
  readonly className: string;
  readonly method: string;
  readonly moment: 'before' | 'during' | 'after';
  readonly argument?: string;
  readonly pass: number;
}

type Method = (this: unknown, ...words: unknown[]) => unknown;
type Module = Readonly<Record<string, { readonly prototype: Record<string, Method> }>>;

const order = JSON.parse(process.env.CHAOS_KILL ?? '') as KillOrder;
const { className, method, moment, argument } = order;
const inDist = order.module.endsWith('.js');
const path = inDist ? pathToFileURL(resolve('dist', order.module)).href : order.module;
const module = (await import(path)) as Module & { default?: Module };
const target = (module[className] ?? module.default?.[className])?.prototype;
const original = target?.[method];
if (!target || !original) throw new Error(`there is no ${className}.${method} in ${path}`);

let passes = 0;
target[method] = function (this: unknown, ...words: unknown[]): unknown {
  if (argument !== undefined && words[0] !== argument) return original.apply(this, words);
  passes += 1;
  if (passes !== order.pass) return original.apply(this, words);
  if (moment === 'before') die();
  const result = original.apply(this, words);
  if (moment === 'during') setImmediate(die);
  else void Promise.resolve(result).then(die);
  return result;
};

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

/** @returns undefined for a file that is not there */
export type ReadText = (path: string) => string | undefined;

const ROOT = '/sys/fs/cgroup';

/** The cores that this process may use at a time: those it may run on, and no more than its cgroups grant it, rounded up. */
export function availableCores(read: ReadText = readText, cores = availableParallelism()): number {
  const quotas = (read('/proc/self/cgroup') ?? '').split('\n').flatMap((line) => {
    // Of version 2 there is one line, with neither a number nor controllers.
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (path === undefined || controllers === undefined) return [];
    if (controllers === '') return quotasBelow(ROOT, path, (folder) => quotaOf2(folder, read));
    if (!controllers.split(',').includes('cpu')) return [];
    return quotasBelow(join(ROOT, 'cpu'), path, (folder) => quotaOf1(folder, read));
  });
  return Math.max(1, Math.min(cores, ...quotas.map(Math.ceil)));
}

/** Of a cgroup and of all that it is in: the least one holds. */
function quotasBelow(
  root: string,
  path: string,
  quotaOf: (folder: string) => number | undefined,
): number[] {
  const own = quotaOf(join(root, path)) ?? Infinity;
  return path === '/' ? [own] : [own, ...quotasBelow(root, dirname(path), quotaOf)];
}

function quotaOf2(folder: string, read: ReadText): number | undefined {
  const [quota, period] = (read(join(folder, 'cpu.max')) ?? '').split(/\s/).map(Number);
  return ratio(quota, period);
}

function quotaOf1(folder: string, read: ReadText): number | undefined {
  const [quota, period] = ['quota', 'period'].map((name) =>
    Number(read(join(folder, `cpu.cfs_${name}_us`)) ?? NaN),
  );
  return ratio(quota, period);
}

/** Undefined without a quota, which is `max`, or -1. */
function ratio(quota = NaN, period = NaN): number | undefined {
  return quota > 0 && period > 0 ? quota / period : undefined;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

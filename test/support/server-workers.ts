import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { workerOf } from '../../src/common/server-worker.js';

/** The workers of a server, by their numbers, with their process ids; Linux alone tells. */
export async function workersOfServer(pid: number): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const [words, parent] = await Promise.all([wordsOf(name), parentOf(name)]);
    const { number, workers } = workerOf(words);
    if (parent === pid && workers > 1) found.set(number, Number(name));
  }
  return found;
}

/** True until the process has ended; one that its parent has not been told of yet has ended, too. */
export async function isRunning(pid: number): Promise<boolean> {
  const state = /^State:\s+(\w)/m.exec(await text(`/proc/${pid}/status`))?.[1];
  return state !== undefined && state !== 'Z';
}

/** True once a worker of two has its 32 listening sockets, which is more than it has of all others. */
export async function isListening(pid: number): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const files = await readdir(folder).catch(() => []);
  const links = await Promise.all(
    files.map((file) => readlink(join(folder, file)).catch(() => '')),
  );
  return links.filter((link) => link.startsWith('socket:')).length >= 32;
}

async function wordsOf(pid: string): Promise<string[]> {
  return (await text(`/proc/${pid}/cmdline`)).split('\0');
}

async function parentOf(pid: string): Promise<number> {
  return Number(/^PPid:\s+(\d+)/m.exec(await text(`/proc/${pid}/status`))?.[1]);
}

function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

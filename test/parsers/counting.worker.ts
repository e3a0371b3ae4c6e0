import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../src/common/app-error.js';
import { WorkCounter, type CountedWork } from './counted-work.js';
import { hostileTexts } from './hostile-text.js';
import { publicParsers } from './public-parsers.js';

/**
 * Counts the work of every public parser with texts of so many UTF-16 units, in a thread of its own: only modules that are
 * loaded while work is counted are counted block by block.
 */
const texts = hostileTexts(workerData as number);
const counter = new WorkCounter();
const work = new Map<string, CountedWork>();

counter.begin();
for (const [name, parse] of Object.entries(await publicParsers())) {
  const counted = counter.count(() => {
    for (const text of texts) refusedOrRead(parse, text);
  });
  work.set(name, counted);
}
counter.end();
parentPort?.postMessage(work);

function refusedOrRead(parse: (text: string) => unknown, text: string): void {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { databaseProcesses, signalAll } from '../../chaos/database-processes.js';
import { errorCode } from '../reader.js';
import { FRESH_NOT_FINISHED_MS, RATE, recovery } from './disturbances.js';
import type { Fleet, Part } from './fleet.js';
import { underWork } from './work.js';

/** Between two questions to one instance. */
const INTERVAL_MS = 200;
/** The database stays frozen so much longer, so that questions asked after the limit are answered. */
const AFTERWARDS_MS = 10_000;

/** All processes of PostgreSQL are stopped: instances answer 111 in the meantime, and recover by themselves. */
export const freeze: Part = (fleet) => {
  const bounds = { visible: FRESH_NOT_FINISHED_MS, mayDecline: true };
  const work = { name: 'database frozen', rate: RATE, wanted: Infinity, bounds };
  return underWork(fleet, work, async () => {
    const pids = await databaseProcesses(fleet.db.directUrl);
    const goOn = (): void => {
      signalAll(pids, 'SIGCONT');
    };
    process.once('exit', goOn);
    signalAll(pids, 'SIGSTOP');
    const frozen = performance.now();
    try {
      await sleep(FRESH_NOT_FINISHED_MS);
      const answers = await answersUntil(fleet, performance.now() + AFTERWARDS_MS);
      const seconds = ((performance.now() - frozen) / 1000).toFixed(0);
      goOn();
      const time = await recovery(fleet, fleet.market.marker + 1, performance.now());
      return `${seconds} s, ${answers} questions after 5 s were answered 111, back after ${time.toFixed(0)} ms`;
    } finally {
      goOn();
      process.off('exit', goOn);
    }
  });
};

/** Sends requests of several readers to all instances; only 111 is right. */
async function answersUntil(fleet: Fleet, end: number): Promise<number> {
  let answers = 0;
  const ask = async (instance: number): Promise<void> => {
    const { clients, market, observer, random } = fleet;
    const { token } = random.pick(market.readers);
    const answer = await clients[instance]?.send('/client/api/products', { token });
    // An answer that came after the database went on may be any answer.
    if (!answer || answer.ended > end) return;
    answers += 1;
    if (errorCode(answer.text) === 111) return;
    observer.faults.add('answered while the truth could not be known', `instance ${instance}`);
  };
  while (performance.now() < end) {
    for (const instance of fleet.clients.keys()) {
      ask(instance).catch(() => undefined);
    }
    await sleep(INTERVAL_MS);
  }
  if (answers === 0) fleet.observer.faults.add('no question was answered while it stood still');
  return answers;
}

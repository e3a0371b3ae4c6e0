import { chaosShop } from '../../chaos/shop/chaos-shop.js';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { installed } from '../../deploy/installed.js';
import { PROXIES, type ProxyName } from '../../deploy/proxies.js';
import { ProxyProcess } from '../../deploy/proxy-process.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import { createTestDatabase } from '../../support/test-database.js';
import { OrderLoad } from '../order-load.js';
import { needing } from '../programs.js';
import { ReplacedInstance } from '../replaced-instance.js';
import type { Drill } from '../scenario.js';

/** Fewer prove nothing. */
const LEAST_ORDERS = 100;

/** Both instances are restarted, one after the other, behind each of the shipped proxies that is installed. */
export const rollingRestart: Drill = needing(['haproxy'], {
  title: 'a rolling restart of two instances behind the shipped proxies',
  run: async (random, { restarts, restartRate }, say) => {
    const done: string[] = [];
    const faults: string[] = [];
    for (const name of Object.keys(PROXIES) as ProxyName[]) {
      const program = installed(name);
      if (program === undefined) {
        done.push(`${name} is not installed`);
        continue;
      }
      const db = await createTestDatabase();
      const shop = await chaosShop(db);
      const instances = [
        await ReplacedInstance.start(db),
        await ReplacedInstance.start(db),
      ] as const;
      const proxy = await ProxyProcess.start(name, program, [instances[0].port, instances[1].port]);
      const load = new OrderLoad(shop, [proxy.baseUrl], random.fork());
      load.start(restartRate);
      for (let restart = 1; restart <= restarts; restart++) {
        for (const instance of instances) faults.push(...(await instance.replace()));
        say(`${name}: ${restart} rolling restarts, ${JSON.stringify(load.book.tally)}`);
      }
      await load.stop();
      faults.push(...(await deliveriesEnded(db)));
      await load.readBooks();
      load.close();
      await proxy.stop();
      const judged = judgedFaults(shop.recorder);
      faults.push(...judged.faults);
      await Promise.all(instances.map((instance) => instance.stop()));
      const { order = 0, ...failed } = load.book.tally;
      if (Object.keys(failed).length > 0) faults.push(`${name}: ${JSON.stringify(failed)}`);
      if (order < LEAST_ORDERS) faults.push(`${name}: only ${order} orders were placed`);
      faults.push(...(await sweep(shop, load.book)));
      await db.drop();
      done.push(
        `${name}: ${order} orders at ${restartRate} a second, each answered at once; ${judged.told}`,
      );
    }
    return { did: `${restarts} rolling restarts each; ${done.join('; ')}`, faults };
  },
});

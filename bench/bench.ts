import { buildRows } from './build-rows.js';
import { catalogRows } from './catalog-rows.js';
import { checkRows } from './check-rows.js';
import { deliveryRows } from './delivery-rows.js';
import { growthRows } from './growth-rows.js';
import { limitRows } from './limit-rows.js';
import { machine } from './machine.js';
import { orderRows } from './order-rows.js';
import { pollingRows } from './polling-rows.js';
import { planOf, type Group, type Plan } from './plan.js';
import { tableOf, type Row } from './table.js';
import { Workbench } from './workbench.js';

const ROWS: Record<Group, (bench: Workbench) => Promise<Row[]>> = {
  catalog: catalogRows,
  growth: growthRows,
  build: buildRows,
  orders: orderRows,
  checks: checkRows,
  deliveries: deliveryRows,
  polling: pollingRows,
  limits: limitRows,
};

/** Measures, and prints the machine and one table. */
async function main(): Promise<void> {
  const plan = givenPlan();
  if (!plan) return;
  const { rounds, duration, groups } = plan;
  await Workbench.use(plan, async (bench) => {
    const rows: Row[] = [];
    for (const group of groups) rows.push(...(await ROWS[group](bench)));
    console.log(`${await machine()}; ${rounds} rounds of ${duration.seconds} s\n`);
    console.log(tableOf(rows));
  });
}

/** Undefined when the words are no plan, which has been said then. */
function givenPlan(): Plan | undefined {
  try {
    return planOf(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return undefined;
  }
}

await main();

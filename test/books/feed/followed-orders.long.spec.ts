import { Random } from '../../support/random.js';
import { ServerProcess } from '../../support/server-process.js';
import { followedOrders } from '../../scale/feed/followed-orders.js';

/** `npm run feed` does the same for five minutes on built servers. */
const SECONDS = Number(process.env.FEED_SECONDS ?? 10);

it('followers are told each event once or again, in order, beside writers and kills', async () => {
  const { did, faults } = await followedOrders(new Random(7), {
    ...{ seconds: SECONDS, kills: Math.max(1, Math.floor(SECONDS / 15)) },
    start: (settings) => ServerProcess.start(settings),
  });
  expect([did, faults]).toEqual([expect.stringContaining('events'), []]);
});

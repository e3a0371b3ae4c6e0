import { startServer } from '../../chaos/server.js';
import type { Scenario } from '../scenario.js';
import { followedOrders } from './followed-orders.js';

const SECONDS_BETWEEN_KILLS = 15;

/** Each follower is told each event once or again, in order, and none is missing. */
export const feed: Scenario = {
  title: '100 followers of 16 accounts beside 64 writers and kills',
  run: (random, { feedSeconds: seconds }) => {
    const kills = Math.max(1, Math.floor(seconds / SECONDS_BETWEEN_KILLS));
    return followedOrders(random, { seconds, kills, start: startServer });
  },
};

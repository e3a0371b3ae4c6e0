import { describeRefusalsAmong } from './refusals-among-orders.js';

/** `npm run refusals` places 10,000. */
describeRefusalsAmong(Number(process.env.REFUSAL_ORDERS ?? 500));

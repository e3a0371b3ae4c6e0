import { describeRefusalsAmong } from './refusals-among-orders.js';

// More by the long spec.
describeRefusalsAmong(60);

import { greedyExtension } from './greedy-extension.mjs';

export const extension = greedyExtension('acme');

import { ipChangeRisk, lockedOut } from './ip-change-risk.js';

const OFFICE = '203.0.113.0/24';
const HOME = '198.51.100.7/32';

it.each([
  // Before, after, used from: the risk, and whom it locks out.
  [[], [], ['203.0.113.9'], 'none', []],
  [[], [OFFICE], ['203.0.113.9'], 'closes-others', []],
  [[], [OFFICE], ['198.51.100.7', '198.51.100.7'], 'closes-others', ['198.51.100.7']],
  [[OFFICE], [], ['203.0.113.9'], 'opens-to-all', []],
  [[OFFICE, HOME], [OFFICE], ['198.51.100.7'], 'locks-out', ['198.51.100.7']],
  [[OFFICE, HOME], [OFFICE], ['203.0.113.9'], 'none', []],
  [[OFFICE, HOME], [OFFICE], ['192.0.2.1'], 'none', []],
  [[OFFICE], [OFFICE, HOME], ['192.0.2.1'], 'none', []],
])('%j to %j, used from %j: %s', (before, after, usedFrom, risk, out) => {
  const change = { before, after, usedFrom };
  expect([ipChangeRisk(change), lockedOut(change)]).toEqual([risk, out]);
});

import { backupCondition, type BackupCondition, type BackupPlace } from './backup-condition.js';
import type { NightlyState } from './nightly-state.repository.js';

const NOW = new Date('2026-04-10T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);
const goodOf = (hours: number): NightlyState['good'] => ({
  ...{ at: hoursAgo(hours), file: '/backups/one', bytes: 1, key: '' },
});

const FRESH = {
  ...{ now: NOW, beganAt: null, endedAt: hoursAgo(1), failure: '', good: null, firstGoodAt: null },
  ...{ restoredAt: null, restoreFailure: '', untriedRestore: '', trialDatabase: null },
  confirmedAt: null,
} satisfies NightlyState;

it.each<[BackupCondition, BackupPlace, Partial<NightlyState>]>([
  ['unset', 'unset', { good: goodOf(1) }],
  ['off', 'off', { failure: 'the disk is full' }],
  ['none-yet', 'folder', {}],
  ['late', 'folder', { endedAt: hoursAgo(37) }],
  ['works', 'folder', { good: goodOf(36), endedAt: hoursAgo(90) }],
  ['late', 'folder', { good: goodOf(37) }],
  ['failing', 'folder', { good: goodOf(37), failure: 'the disk is full' }],
  ['failing', 'folder', { good: goodOf(1), restoreFailure: 'it is damaged' }],
  ['failing', 'folder', { good: goodOf(1), untriedRestore: 'too little is free' }],
])('the nightly backup is %s, with %s and %j', (condition, place, state) => {
  expect(backupCondition({ ...FRESH, ...state }, place)).toBe(condition);
});

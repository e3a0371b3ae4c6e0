import { isSessionValid, isUseToNote, type SessionState } from './session-validity.js';

const NOW = new Date('2027-01-31T12:00:00.000Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const msLater = (time: Date): Date => new Date(time.getTime() + 1);

const FRESH: SessionState = {
  stage: 'full',
  createdAt: NOW,
  lastSeenAt: NOW,
  endedAt: null,
  disabledAt: null,
};

describe('a session', () => {
  it.each<[string, Partial<SessionState>, boolean]>([
    ['that is new', {}, true],
    ['that was ended', { endedAt: NOW }, false],
    ['whose operator is disabled', { disabledAt: NOW }, false],
    ['of 11:59 h in use', { createdAt: msLater(minutesAgo(720)) }, true],
    ['of 12 h in use', { createdAt: minutesAgo(720) }, false],
    ['unused for 59:59 min', { lastSeenAt: msLater(minutesAgo(60)) }, true],
    ['unused for an hour', { lastSeenAt: minutesAgo(60) }, false],
    [
      'that waits for a code for 4:59 min',
      { stage: 'code', createdAt: msLater(minutesAgo(5)) },
      true,
    ],
    ['that waits for a code for 5 min', { stage: 'code', createdAt: minutesAgo(5) }, false],
    [
      'that sets a factor up for 29:59 min',
      { stage: 'enrol', createdAt: msLater(minutesAgo(30)) },
      true,
    ],
    ['that sets a factor up for 30 min', { stage: 'enrol', createdAt: minutesAgo(30) }, false],
    ['from the future, when the clock has gone back', { createdAt: minutesAgo(-5) }, true],
  ])('%s: %j is valid: %p', (_, change, valid) => {
    expect(isSessionValid({ ...FRESH, ...change }, NOW)).toBe(valid);
  });

  it('is noted to be used once a minute', () => {
    expect(isUseToNote({ ...FRESH, lastSeenAt: msLater(minutesAgo(1)) }, NOW)).toBe(false);
    expect(isUseToNote({ ...FRESH, lastSeenAt: minutesAgo(1) }, NOW)).toBe(true);
  });
});

import { historyChange, lineageOf } from './history-change.js';

const HISTORY = 'id/5/16384 7412 1 1763800000.123';
const RESTORED = 'the database was restored';
const PROMOTED =
  'the database went on in timeline 2 after timeline 1, as after the promotion of a standby';
const CONSEQUENCE = 'committed changes may be lost; what this server remembered is read anew';

describe('a history of the database that is not the one before', () => {
  it.each([
    ['other/5/16384 7412 1 1763800000.123', RESTORED],
    ['id/6/16384 7412 1 1763800000.123', RESTORED],
    ['other/5/16384 7413 2 1763800009.5', RESTORED],
    ['id/5/16384 7413 1 1763800000.123', 'the database is on another server'],
    ['id/5/16384 7413 2 1763800009.5', 'the database is on another server'],
    ['id/6/16390 7413 1 1763800009.5', 'the database is on another server'],
    ['id/5/16384 7412 2 1763800000.123', PROMOTED],
    ['id/5/16384 7412 2 1763800009.5', PROMOTED],
  ])('%s', (now, what) => {
    expect(historyChange(HISTORY, now)).toEqual({
      mayHaveLost: true,
      message: `${what}: ${CONSEQUENCE}`,
    });
  });

  it('is no alarm when only the start of the server differs', () => {
    expect(historyChange(HISTORY, 'id/5/16384 7412 1 1763800009.5')).toEqual({
      mayHaveLost: false,
      message: 'the database server was restarted',
    });
  });
});

describe('the lineage of a history', () => {
  it.each([
    ['another restore', 'other/5/16384 7412 1 1763800000.123', false],
    ['another database', 'id/6/16384 7412 1 1763800000.123', false],
    ['another server', 'id/5/16384 7413 1 1763800000.123', false],
    ['another timeline', 'id/5/16384 7412 2 1763800000.123', false],
    ['another start', 'id/5/16384 7412 1 1763800009.5', true],
  ])('after %s', (_, now, isSame) => {
    expect(lineageOf(now) === lineageOf(HISTORY)).toBe(isSame);
  });

  it.each(['-', '7412'])(
    'changes with the start of a server (%s) that withholds its timeline',
    (system) => {
      const starts = ['1763800000.123', '1763800009.5'].map(
        (start) => `id/5/16384 ${system} - ${start}`,
      );
      expect(new Set(starts.map(lineageOf)).size).toBe(2);
    },
  );
});

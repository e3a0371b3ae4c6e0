import { historyChange } from './history-change.js';

const HISTORY = 'id/5/16384 7412 1 1763800000.123';

describe('a history of the database that is not the one before', () => {
  it.each([
    ['other/5/16384 7412 1 1763800000.123', 'the database was restored'],
    ['id/6/16384 7412 1 1763800000.123', 'the database was restored'],
    ['other/5/16384 7413 2 1763800009.5', 'the database was restored'],
    ['id/5/16384 7413 1 1763800000.123', 'the database is on another server'],
    ['id/5/16384 7412 2 1763800000.123', 'the database went on in timeline 2 after timeline 1'],
    ['id/5/16384 7412 2 1763800009.5', 'the database went on in timeline 2 after timeline 1'],
  ])('%s', (now, what) => {
    const { mayHaveLost, message } = historyChange(HISTORY, now);
    expect(mayHaveLost).toBe(true);
    expect(message.startsWith(what)).toBe(true);
    expect(message).toContain('committed changes may be lost');
  });

  it('is no alarm when only the start of the server differs', () => {
    expect(historyChange(HISTORY, 'id/5/16384 7412 1 1763800009.5')).toEqual({
      mayHaveLost: false,
      message: 'the database server was restarted',
    });
  });
});

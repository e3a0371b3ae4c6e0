import { DatabaseError } from 'pg';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import {
  breaksConnection,
  isDatabaseUnavailable,
  isRolledBack,
  isStatementUnavailable,
} from './database-errors.js';

function answer(code: string, message: string): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), { code });
}

describe('an internal error of PostgreSQL', () => {
  it('is transient if an update met the rollback of another one: it is tried again on the same connection', () => {
    const race = answer(
      'XX000',
      'new multixact has more than one updating member: 0 4[1746 (keysh), 1746 (nokeyupd), 1748 (keysh), 1748 (nokeyupd)]',
    );
    expect(isDatabaseUnavailable(race)).toBe(true);
    expect(isRolledBack(race)).toBe(true);
    expect(breaksConnection(race)).toBe(false);
  });

  it('is a fault otherwise', () => {
    expect(isDatabaseUnavailable(answer('XX000', 'could not find tuple for trigger 16384'))).toBe(
      false,
    );
  });
});

describe('an error of an extension', () => {
  it.each([QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError])(
    'is one of the database, if the connection of its transaction has broken: %o',
    (Released) => {
      expect(isStatementUnavailable(new Released())).toBe(true);
    },
  );

  it('may be one of another server otherwise', () => {
    expect(isStatementUnavailable(new Error('connection terminated'))).toBe(false);
  });
});

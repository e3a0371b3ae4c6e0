import { QueryFailedError } from 'typeorm';
import { loggableError } from './logger.js';

describe('loggableError', () => {
  it('keeps the parameters of a failed statement out', () => {
    const driverError = Object.assign(new Error('duplicate key'), {
      detail: 'Key (id)=(PLAYER-7)',
    });
    const error = new QueryFailedError('INSERT INTO orders VALUES ($1)', ['PLAYER-7'], driverError);
    const logged = JSON.stringify(loggableError(error));
    expect(logged).toContain('duplicate key');
    expect(logged).not.toContain('PLAYER-7');
  });

  it('takes what is no error', () => {
    expect(loggableError('lost')).toEqual({ type: 'string', message: 'lost' });
  });
});

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

  it.each<[string, unknown, object]>([
    ['no text', Object.create(null), { type: 'object', message: 'a value without a text' }],
    ['a message that is an object', errorWith('message', {}), { message: '[object Object]' }],
    ['a name that is a symbol', errorWith('name', Symbol('x')), { type: 'Symbol(x)' }],
  ])('takes what has %s', (_, error, expected) => {
    expect(loggableError(error)).toMatchObject(expected);
  });

  it('leaves out a stack that is no text, and a property that cannot be read', () => {
    expect(loggableError(errorWith('stack', 5))).not.toHaveProperty('stack');
    const get = () => {
      throw new Error('a getter');
    };
    const error = Object.defineProperty(new Error('plain'), 'message', { get });
    expect(loggableError(error)).toMatchObject({ type: 'Error', message: 'cannot be read' });
  });

  it('bounds the texts, after they are cleaned', () => {
    const error = new Error(`${'a'.repeat(3_995)}secret`);
    const clean = (text: string): string => text.replaceAll('secret', '');
    const { message, stack } = loggableError(error, clean);
    expect(message).toBe('a'.repeat(3_995));
    expect(stack).not.toContain('secr');
    expect(loggableError(new Error('b'.repeat(100_000))).message).toHaveLength(4_000);
    expect(loggableError(new Error('b'.repeat(100_000))).stack).toHaveLength(16_000);
  });
});

function errorWith(name: string, value: unknown): Error {
  return Object.defineProperty(new Error('plain'), name, { value });
}

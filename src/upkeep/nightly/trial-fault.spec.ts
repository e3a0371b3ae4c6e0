import { DatabaseError } from 'pg';
import { OperatorError } from '../../common/app-error.js';
import { trialFault, UntriedError } from './trial-fault.js';

function answer(code: string): DatabaseError {
  return Object.assign(new DatabaseError(`state ${code}`, 0, 'error'), { code });
}

it.each([
  ['a damaged file', new OperatorError('it is damaged'), true],
  ['a row that PostgreSQL refuses', answer('23514'), true],
  ['a mistake of Souk', new TypeError('not a function'), true],
  ['a database that cannot be made', UntriedError.of(new Error('no place')), false],
  ['a full disk', answer('53100'), false],
  ['a server that stops', answer('57P01'), false],
  ['a missing right', answer('42501'), false],
  ['a file of the server', answer('58030'), false],
  ['a damaged page', answer('XX001'), false],
  ['a lost connection', new Error('Connection terminated unexpectedly'), false],
  [
    'a disk that cannot be read',
    Object.assign(new Error('EIO: i/o error, read'), { syscall: 'read' }),
    false,
  ],
])('%s', (_, error, isOfBackup) => {
  expect(trialFault(error)).toEqual({ reason: error.message, isOfBackup });
});

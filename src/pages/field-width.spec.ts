import { fieldWidth } from './field-width.js';

it.each([
  [{ type: 'text', isDecimal: true, maxLength: 40 }, 'number'],
  [{ type: 'number' }, 'number'],
  [{ type: 'datetime-local', isDecimal: true }, 'moment'],
  [{ type: 'date' }, 'moment'],
  [{ type: 'text', maxLength: 60 }, 'code'],
  [{ type: 'text', maxLength: 61 }, 'short'],
  [{ type: 'text', maxLength: 500 }, 'short'],
  [{ type: 'text', maxLength: 501 }, 'long'],
  [{ type: 'search' }, 'short'],
  [{ type: 'password', maxLength: 1_000 }, 'long'],
])('a field of %j is %s', (taken, width) => {
  expect(fieldWidth(taken)).toBe(width);
});

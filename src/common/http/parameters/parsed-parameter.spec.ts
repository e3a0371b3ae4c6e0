import { BadParameterError } from '../../app-error.js';
import { parseFlatParameters } from './flat-parameters.js';
import { isSwitchedOn } from './parsed-parameter.js';

const asked = (query: string) => isSwitchedOn(parseFlatParameters(query), 'seal');

describe('isSwitchedOn', () => {
  it.each([
    ['seal=1', true],
    ['seal=true', true],
    ['seal=TRUE', true],
    ['seal=0', false],
    ['seal=False', false],
    ['', false],
    ['Seal=1&uuid=1', false],
  ])('for %j is %s', (query, isOn) => {
    expect(asked(query)).toBe(isOn);
  });

  it.each([
    '',
    '11',
    '2',
    '01',
    '1.0',
    'yes',
    'on',
    'off',
    'no',
    't',
    '%201',
    '1%0A',
    'truе',
    '١',
    'null',
  ])('refuses %j, and says what is allowed', (value) => {
    const message = 'Malformed parameter: seal (1 or true, 0 or false)';
    expect(() => asked(`seal=${value}`)).toThrow(new BadParameterError(message));
  });

  it('refuses a name without a value, and one that is repeated', () => {
    expect(() => asked('seal')).toThrow('Malformed parameter: seal');
    expect(() => asked('seal=1&seal=1')).toThrow('Parameter repeated: seal');
  });
});

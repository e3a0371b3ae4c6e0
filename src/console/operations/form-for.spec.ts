import { TextField } from '../../operations/fields/fields.js';
import type { AnyOperation } from '../../operations/operation.js';
import { formFor } from './form-for.js';

class Noted {
  @TextField({ max: 9 })
  note: string;

  @TextField({ max: 9, min: 1 })
  name: string;

  @TextField({ max: 9, min: 1, optional: true })
  label?: string;
}

it.each([
  ['change', { note: 'n', name: 'n', label: 'l' }, { note: true, name: false, label: true }],
  ['setting', { note: 'n', name: 'n', label: 'l' }, { note: true, name: false, label: false }],
  ['setting', { note: 'n', name: 'n', label: null }, { note: true, name: false, label: true }],
] as const)('the form of a %s of %j may leave empty: %j', (kind, present, mayBeEmpty) => {
  const operation = { kind, input: Noted, name: 'note' } as unknown as AnyOperation;
  const { limits = {} } = formFor(operation, present);
  const told = Object.entries(limits).map(([name, { isOptional }]) => [name, isOptional]);
  expect(Object.fromEntries(told)).toEqual(mayBeEmpty);
});

import { FlagField, IntegerField, TextField, TimeField } from '../../operations/fields/fields.js';
import { FormValues } from '../http/form-values.js';
import { formInput } from './form-input.js';

class Sample {
  @TextField({ max: 9 })
  name: string;

  @TextField({ max: 9, optional: true })
  email?: string;

  @IntegerField({ min: 0, max: 9, optional: true, nullable: true })
  a_minute?: number | null;

  @FlagField({ optional: true })
  testing?: boolean;

  @TextField({ max: 9, optional: true, isSecret: true })
  password?: string;

  @TimeField({ optional: true })
  ends?: string;
}

const read = (form: string, holdsAll = false): object =>
  formInput(Sample, new FormValues(Buffer.from(form)), { timeZone: 'Europe/Istanbul', holdsAll });

it('an empty field is null where it may be, and else left out where it may be', () => {
  expect(read('name=&email=&a_minute=')).toEqual({ name: '', a_minute: null, testing: false });
});

it('an empty field of a form with all settings is empty', () => {
  expect(read('name=Acme&email=&a_minute=7&testing=on', true)).toEqual({
    ...{ name: 'Acme', email: '', a_minute: 7, testing: true },
  });
});

it('a field that the page does not show stays as it is', () => {
  expect(read('name=Acme', true)).toEqual({ name: 'Acme', testing: false });
});

it('a secret is taken exactly as it was typed, and an empty one says nothing', () => {
  expect(read('name=Acme&password=+a+', true)).toEqual({
    ...{ name: 'Acme', testing: false, password: ' a ' },
  });
  expect(read('name=Acme&password=', true)).toEqual({ name: 'Acme', testing: false });
});

it('a time is read by the clocks of the zone', () => {
  expect(read('ends=2026-11-23T08:05')).toMatchObject({ ends: '2026-11-23T05:05:00.000Z' });
});

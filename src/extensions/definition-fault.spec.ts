import { definitionFault } from './definition-fault.js';

const GOOD = { name: 'acme', souk: '^0.2.0' };
class Step {
  readonly transaction = true;
}
const setting = { read: String, default: '', sentence: 'Its address.' };

describe('the definition of an extension', () => {
  it.each([
    [GOOD],
    [{ ...GOOD, name: 'acme-2-go', souk: '>=0.1 <2', module: Step, migrations: [Step] }],
    [
      {
        ...GOOD,
        module: { module: Step },
        tables: [{ name: 'acme_rates' }],
        start: () => undefined,
        stop: () => undefined,
      },
    ],
    [
      {
        ...GOOD,
        settings: { ACME_URL: setting },
        commands: [{ name: 'acme', add: () => undefined }],
      },
    ],
    [{ ...GOOD, ports: () => ({}), module: undefined }],
  ])('may be %j', (definition) => {
    expect(definitionFault(definition)).toBeUndefined();
  });

  it.each([
    [undefined, /^exports no "extension", made by defineExtension$/],
    [null, /not made by defineExtension/],
    [[GOOD], /not made by defineExtension/],
    [() => GOOD, /not made by defineExtension/],
    [{ souk: '^0.2.0' }, /^has a member "name" that must be lower-case letters/],
    [{ ...GOOD, name: 'Acme' }, /^has a member "name" that must be/],
    [{ ...GOOD, name: 'acme-' }, /^has a member "name" that must be/],
    [{ ...GOOD, name: 'a'.repeat(31) }, /at most 30$/],
    [{ name: 'acme' }, /^has a member "souk" that must be a range/],
    [{ ...GOOD, souk: 'newest' }, /^has a member "souk" that must be a range/],
    [
      { ...GOOD, migration: [] },
      /^has an unknown member "migration"; there are name, souk, module,/,
    ],
    [{ ...GOOD, migrations: [{}] }, /^has a member "migrations" that must be a list of classes/],
    [{ ...GOOD, tables: ['acme_rates'] }, /^has a member "tables" that must be/],
    [
      { ...GOOD, settings: { ACME_URL: { read: String } } },
      /^has a member "settings" that must be/,
    ],
    [{ ...GOOD, ports: {} }, /^has a member "ports" that must be a function$/],
    [{ ...GOOD, start: {} }, /^has a member "start" that must be a function$/],
    [{ ...GOOD, stop: 1 }, /^has a member "stop" that must be a function$/],
  ])('may not be %p', (definition, fault) => {
    expect(definitionFault(definition)).toMatch(fault);
  });
});

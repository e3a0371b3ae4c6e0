import { portFault, type PortMembers } from './port-fault.js';

const MEMBERS: PortMembers = {
  find: { type: 'method', required: true },
  concerns: { type: 'method' },
  eager: { type: 'flag' },
};

/** As an author may write it, with helpers of its own. */
class Source {
  private readonly client = {};

  find(): unknown {
    return this.client;
  }

  concern(): boolean {
    return true;
  }
}

class Renamed extends Source {
  override readonly find = undefined as never;
  readonly finds = (): unknown => undefined;
}

it.each<[string, unknown, string | undefined]>([
  ['is complete', { find: () => 1, concerns: () => 1, eager: true }, undefined],
  ['has other members', { find: () => 1, client: {}, parse: () => 1, fetched: 1 }, undefined],
  ['is nothing', undefined, 'is no object'],
  ['is a function', () => 1, 'is no object'],
  ['lacks a method', { concerns: () => 1 }, 'has no method "find"'],
  ['has a text for a method', { find: 'x' }, 'has a "find" that is no method'],
  ['has a text for a flag', { find: () => 1, eager: 'x' }, 'has a "eager" that is no boolean'],
  [
    'misspells a method that it needs',
    { Find: () => 1 },
    'has an unknown member "Find", which is probably meant to be "find"',
  ],
  [
    'misspells one that it need not have',
    { find: () => 1, concern: () => 1 },
    'has an unknown member "concern", which is probably meant to be "concerns"',
  ],
  [
    'misspells a method of its class',
    new Source(),
    'has an unknown member "concern", which is probably meant to be "concerns"',
  ],
  [
    'misspells an inherited one',
    new Renamed(),
    'has an unknown member "finds", which is probably meant to be "find"',
  ],
  ['has data of a similar name', { find: () => 1, concern: {} }, undefined],
])('an object that %s', (_, port, fault) => {
  expect(portFault(port, MEMBERS)).toBe(fault);
});

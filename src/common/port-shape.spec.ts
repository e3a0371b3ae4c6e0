import { assertPorts, type PortShape } from './port-shape.js';

const LISTENER: PortShape = {
  kind: 'listener',
  members: { handle: { type: 'method', required: true }, retries: { type: 'flag' } },
};

const check = (shape: PortShape, ...ports: unknown[]) => {
  const items = ports.map((port) => ({ extension: 'acme', port: port as { name: string } }));
  return () => {
    assertPorts(shape, items);
  };
};
const handle = (): void => undefined;

it('takes ports with all members', () => {
  const one = { name: 'one', handle };
  expect(check(LISTENER, one, { name: 'two', handle, queue: [] })).not.toThrow();
});

it('takes ports of one name from two extensions', () => {
  const items = ['one', 'other'].map((extension) => ({ extension, port: { name: 'a', handle } }));
  expect(() => {
    assertPorts(LISTENER, items);
  }).not.toThrow();
});

it.each([
  [[undefined], 'a listener, which is no object.'],
  [[null], 'a listener, which is no object.'],
  [[{ handle }], 'a listener, which has no text "name".'],
  [[{ name: 'Sink', handle }], 'the listener "Sink", which has a name that is not made of'],
  [[{ name: 'sink' }], 'the listener "sink", which has no method "handle".'],
  [[{ name: 'sink', handel: handle }], 'which has an unknown member "handel"'],
  [
    [
      { name: 'sink', handle },
      { name: 'sink', handle },
    ],
    'the listener "sink" twice; rename one',
  ],
])('refuses %j', (ports, message) => {
  expect(check(LISTENER, ...ports)).toThrow(message);
  expect(check(LISTENER, ...ports)).toThrow(/^The extension "acme" has .*\.$/);
});

describe('of a closed shape', () => {
  const closed: PortShape = { ...LISTENER, isClosed: true };

  it('refuses an unknown member of an object literal', () => {
    expect(check(closed, { name: 'sink', handle, queue: [] })).toThrow(
      'which has an unknown member "queue"; there are name, handle, retries.',
    );
    const bare: unknown = Object.assign(Object.create(null) as object, {
      name: 'sink',
      handle,
      queue: [],
    });
    expect(check(closed, bare)).toThrow('unknown member "queue"');
  });

  it('takes an instance of a class with members of its own', () => {
    class Sink {
      readonly name = 'sink';
      readonly queue = [];
      handle(): void {
        this.queue.pop();
      }
    }
    expect(check(closed, new Sink())).not.toThrow();
  });
});

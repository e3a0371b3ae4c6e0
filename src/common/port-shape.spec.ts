import { assertPorts } from './port-shape.js';

const check = (...ports: unknown[]) => {
  const items = ports.map((port) => ({ extension: 'acme', port: port as { name: string } }));
  return () => {
    assertPorts('listener', items, ['handle']);
  };
};
const handle = (): void => undefined;

it('takes ports with all members', () => {
  expect(check({ name: 'one', handle }, { name: 'two', handle })).not.toThrow();
});

it.each([
  [[undefined], 'a listener, which is no object.'],
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
  expect(check(...ports)).toThrow(message);
  expect(check(...ports)).toThrow(/^The extension "acme" has .*\.$/);
});

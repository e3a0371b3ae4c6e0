import {
  missingExtensions,
  portNames,
  withFormerListeners,
  type PortNames,
  type PresentExtension,
} from './recorded-ports.js';

const SINK = { name: 'sink', events: ['order.placed'] };
const ports = (some: Partial<PortNames> = {}): PortNames => ({ ...portNames({}), ...some });
const ALL = ports({
  handlers: ['voucher'],
  policies: ['weekday'],
  checks: ['spend'],
  listeners: [SINK],
  tokenSource: true,
});
const loaded = (present: PortNames | undefined): PresentExtension[] => [
  { name: 'acme', ports: present },
];

it.each<
  [what: string, recorded: PortNames, present: readonly PresentExtension[], missing: string[]]
>([
  ['the same', ALL, loaded(ALL), []],
  ['more than is recorded', ports(), loaded(ALL), []],
  ['nothing', ALL, [], ['extension acme 1.2.0']],
  ['nothing, with no port recorded', ports(), [], ['extension acme 1.2.0']],
  ['another extension', ALL, [{ name: 'acme-2', ports: ALL }], ['extension acme 1.2.0']],
  ['nothing, with a listener recorded', ports({ listeners: [SINK] }), [], []],
  [
    'nothing, with a listener and a check recorded',
    ports({ listeners: [SINK], checks: ['spend'] }),
    [],
    ['extension acme 1.2.0'],
  ],
  [
    'nothing, with a listener and a token source recorded',
    ports({ listeners: [SINK], tokenSource: true }),
    [],
    ['extension acme 1.2.0'],
  ],
  ['the extension, whose ports were not asked for', ALL, loaded(undefined), []],
  [
    'the extension without ports',
    ALL,
    loaded(ports()),
    ['handler voucher', 'policy weekday', 'check spend'],
  ],
  ['all but the listener', ALL, loaded({ ...ALL, listeners: [] }), []],
  ['another check', ALL, loaded({ ...ALL, checks: ['limit'] }), ['check spend']],
])('a process that has %s', (_, recorded, present, missing) => {
  const found = missingExtensions([{ name: 'acme', version: '1.2.0', ports: recorded }], present);
  expect(
    found.map((sentence) => /^The (.*?)(?: of the extension acme 1.2.0)? is/.exec(sentence)?.[1]),
  ).toEqual(missing);
  for (const sentence of found) {
    expect(sentence).toMatch(/to SOUK_EXTENSIONS, or run "souk extension forget acme" [^.]*\.$/);
  }
});

it('the listeners of a row are kept, those that were written by hand wrongly excepted', () => {
  const former = { listeners: [1, null, { events: 2 }, { name: 'x', events: 2 }, SINK] };
  const accepted = { name: 'sink', events: ['order.accepted'] };
  const merged = withFormerListeners({ ...ALL, listeners: [accepted] }, former as never);
  const sink = { name: 'sink', events: ['order.accepted', 'order.placed'] };
  expect(merged).toEqual({ ...ALL, listeners: [sink] });
  expect(withFormerListeners(merged, { listeners: 7 as never })).toEqual(merged);
  expect(withFormerListeners(ALL)).toEqual(ALL);
  const jobs = withFormerListeners({ ...ALL, jobs: ['mail'] }, { jobs: ['call', 7 as never] }).jobs;
  expect(jobs).toEqual(['call', 'mail']);
});

it('the names of ports do not depend on the order in which they are given', () => {
  const named = (...names: string[]) => names.map((name) => ({ name, code: name }));
  expect(
    portNames({
      handlers: named('b', 'a'),
      listeners: [
        { name: 'sink', events: ['order.rejected', 'order.accepted'] },
        { name: 'mail', events: [] },
      ],
      tokenSource: {},
      tasks: named('sync', 'clean'),
      jobs: named('mail'),
    }),
  ).toEqual({
    handlers: ['a', 'b'],
    policies: [],
    checks: [],
    listeners: [
      { name: 'mail', events: [] },
      { name: 'sink', events: ['order.accepted', 'order.rejected'] },
    ],
    orderedListeners: [],
    tokenSource: true,
    tasks: ['clean', 'sync'],
    jobs: ['mail'],
  });
});

import { pino } from 'pino';
import { Registry } from 'prom-client';
import { PortFaults } from '../common/port-faults.js';
import { JobHandlers } from '../events/jobs/job-handlers.js';
import { MetricsOfExtensions } from './metrics/metrics-of-extensions.service.js';
import { assertTasks } from './tasks/extension-task.js';

const [run, handle] = [() => undefined, () => undefined];
const owned = (ports: readonly object[]): never =>
  ports.map((port) => ({ extension: 'acme', port })) as never;

it.each<[object[], string | undefined]>([
  [[{ name: 'sync', everySeconds: 1, timeoutSeconds: 3_600, run }], undefined],
  [[{ everySeconds: 1, run }], 'a task, which has no text "name"'],
  [
    [{ name: 'Sync', everySeconds: 1, run }],
    'the task "Sync", which has a name that is not made of',
  ],
  [[{ name: 'sync', everySeconds: 1 }], 'the task "sync", which has no method "run"'],
  [[{ name: 'sync', run }], 'the task "sync", whose "everySeconds" must be a whole number'],
  [[{ name: 'sync', everySeconds: 0.5, run }], 'the task "sync", whose "everySeconds" must be'],
  [[{ name: 'sync', everySeconds: 1e10, run }], 'the task "sync", whose "everySeconds" must be'],
  [
    [{ name: 'sync', everySeconds: 1, timeoutSeconds: 3_601, run }],
    'the task "sync", whose "timeoutSeconds" must be a whole number from 1 to 3600',
  ],
])('tasks %j: %s', (tasks, fault) => {
  const check = () => {
    assertTasks(owned(tasks));
  };
  if (fault === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(`The extension "acme" has ${fault}`);
});

it.each<[object[], string | undefined]>([
  [[{ name: 'mail', handle, retryAfterSeconds: [] }], undefined],
  [[{ name: 'mail', handle, retryAfterSeconds: [1, 604_800] }], undefined],
  [[{ name: 'mail' }], 'the job "mail", which has no method "handle"'],
  [[{ name: 'mail', handle, retryAfterSeconds: 5 }], 'the job "mail", whose "retryAfterSeconds"'],
  [[{ name: 'mail', handle, retryAfterSeconds: [0] }], 'the job "mail", whose "retryAfterSeconds"'],
])('jobs %j: %s', (jobs, fault) => {
  const use = () => {
    new JobHandlers().use(owned(jobs));
  };
  if (fault === undefined) expect(use).not.toThrow();
  else expect(use).toThrow(`The extension "acme" has ${fault}`);
});

describe('metrics', () => {
  const metrics = new MetricsOfExtensions(
    new Registry(),
    new PortFaults(pino({ level: 'silent' })),
  );
  const acme = metrics.of('acme');

  it.each<[string, () => unknown, string]>([
    ['without a name', () => acme.counter('', 'x'), 'needs a name of lower-case letters'],
    [
      'without help',
      () => acme.gauge('orders', ' '),
      'needs a sentence that says what "orders" counts',
    ],
    ['with a label twice', () => acme.counter('orders', 'x', ['a', 'a']), 'and needs labels of'],
    [
      'with a reserved label',
      () => acme.counter('orders', 'x', ['__name__']),
      'and needs labels of',
    ],
    ['with many labels', () => acme.counter('orders', 'x', [...'abcdef']), 'and needs labels of'],
  ])('%s are refused', (_, make, fault) => {
    expect(make).toThrow(fault);
  });

  it('are made once, and not like others that would be called the same', () => {
    const first = acme.counter('pay-calls', 'Calls.', ['kind']);
    expect(acme.counter('pay-calls', 'Calls.', ['kind'])).toBe(first);
    expect(acme.counter('pay_calls', 'Calls.', ['kind'])).toBe(first);
    const fault = 'would be called souk_ext_acme_pay_calls like a counter of "acme"';
    expect(() => acme.counter('pay-calls', 'Calls.')).toThrow(fault);
    expect(() => acme.gauge('pay-calls', 'Calls.', ['kind'])).toThrow(fault);
    expect(() => metrics.of('acme-pay').counter('calls', 'Calls.', ['kind'])).toThrow(fault);
  });

  it('are at most a hundred of an extension', () => {
    const other = metrics.of('other');
    for (let count = 0; count < 100; count++) other.counter(`m${count}`, 'x');
    expect(() => other.counter('m100', 'x')).toThrow('would be one of more than 100');
    expect(() => other.counter('m0', 'x')).not.toThrow();
  });
});

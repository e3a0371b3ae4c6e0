import type { ExtensionShop } from '../../src/extensions/extension.js';
import type { HealthAnswer } from '../../src/upkeep/extensions/extension-health.service.js';
import { DoctorService } from '../../src/upkeep/doctor/doctor.service.js';
import { Registry } from 'prom-client';
import { soukJson } from '../support/command-line.js';
import { testExtension } from '../support/extensions.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let given: ExtensionShop;
let collect: () => void | Promise<void> = () => undefined;
let health: () => Promise<HealthAnswer>;

const healthy = () => Promise.resolve({ ok: true });

beforeAll(async () => {
  health = healthy;
  // A shop of its own: it has an extension with metrics, and one that is not healthy.
  shop = await startTestShop({}, {}, undefined, [
    testExtension({
      name: 'acme-pay',
      ports: (own) => {
        given = own;
        return { health: () => health() };
      },
    }),
    testExtension({ name: 'acme' }),
  ]);
});
beforeEach(() => {
  [collect, health] = [() => undefined, healthy];
});
afterAll(() => shop.close());

const page = (): Promise<string> => shop.service(Registry).metrics();
const faults = () => shop.logs().filter((line) => line.includes('"port":"metric'));

describe('metrics of an extension', () => {
  it('are published under its name, each once', async () => {
    const calls = given.metrics.counter('gateway-calls_total', 'Calls of the gateway.', [
      'outcome',
    ]);
    calls.add(1, { outcome: 'ok' });
    calls.add(2.5, { outcome: 'failed "\n' });
    given.metrics.counter('gateway-calls_total', 'Again.', ['outcome']).add(1, { outcome: 'ok' });
    given.metrics.gauge('rate', 'The present rate.').set(-1.5);
    const text = await page();
    expect(text).toContain('# HELP souk_ext_acme_pay_gateway_calls_total Calls of the gateway.');
    expect(text).toContain('# TYPE souk_ext_acme_pay_gateway_calls_total counter');
    expect(text).toContain('souk_ext_acme_pay_gateway_calls_total{outcome="ok"} 2');
    expect(text).toContain('souk_ext_acme_pay_gateway_calls_total{outcome="failed \\"\\n"} 2.5');
    expect(text).toContain('souk_ext_acme_pay_rate -1.5');
  });

  it('that are collected are missing while that fails, and all others are there', async () => {
    const gauge = given.metrics.gauge('stock', 'Vouchers left.', ['kind'], (own) => {
      own.set(7, { kind: 'a' });
      return collect();
    });
    given.metrics.gauge('plain', 'Without labels.', [], () => collect());
    const line = 'souk_ext_acme_pay_stock{kind="a"} 7';
    expect(await page()).toContain(line);
    gauge.set(1, { kind: 'former' });
    for (const broken of [
      () => {
        throw new Error('no rates');
      },
      () => new Promise<void>(() => undefined),
      // The former call has not ended yet, and is not made again.
      () => new Promise<void>(() => undefined),
    ]) {
      collect = broken;
      const text = await page();
      expect(text).not.toMatch(/^souk_ext_acme_pay_(?:stock|plain)\b/m);
      expect(text).toContain('souk_ext_acme_pay_rate -1.5');
      expect(text).toContain('souk_lane_requests_waiting');
    }
    expect(faults().join()).toContain('no rates');
    expect(faults().join()).toContain('no answer within 1 seconds');
  });

  it('have at most a hundred series, and the others are one', async () => {
    const many = given.metrics.counter('players', 'Players.', ['player', 'game']);
    for (let player = 0; player < 150; player++) many.add(1, { player: `p${player}`, game: 'x' });
    const text = await page();
    expect(text.match(/^souk_ext_acme_pay_players\{/gm)).toHaveLength(100);
    expect(text).toContain('souk_ext_acme_pay_players{player="other",game="other"} 51');
    expect(faults().filter((line) => line.includes('players'))).toHaveLength(1);
  });

  it('are never wrong enough to throw in use', async () => {
    const one = given.metrics.counter('wrong', 'Wrong uses.', ['a']);
    one.add(-1, { a: 'x' });
    one.add(Number.NaN, { a: 'x' });
    one.add(1);
    one.add(1, { a: 'x', b: 'y' });
    one.add(1, null as never);
    expect(await page()).not.toContain('souk_ext_acme_pay_wrong{');
    expect(faults().filter((line) => line.includes('wrong')).length).toBeGreaterThan(2);
  });
});

describe('the health of an extension', () => {
  const answered = async () => {
    const items = await soukJson<{ name: string; health: unknown }[]>(shop, 'extension', 'list');
    return items.find(({ name }) => name === 'acme-pay')?.health;
  };

  it.each<[string, () => Promise<HealthAnswer>, HealthAnswer]>([
    ['true', healthy, { ok: true, detail: '' }],
    [
      'false',
      () => Promise.resolve({ ok: false, detail: 'no gateway' }),
      { ok: false, detail: 'no gateway' },
    ],
    ['thrown', () => Promise.reject(new Error('no\nnet')), { ok: false, detail: 'no\nnet' }],
    [
      'no answer',
      () => Promise.resolve(7 as never),
      { ok: false, detail: 'it answers no { ok, detail }' },
    ],
    [
      'late',
      () => new Promise(() => undefined),
      { ok: false, detail: 'no answer within 3 seconds' },
    ],
  ])('that is %s is shown, and is no reason to leave', async (_, answer, shown) => {
    health = answer;
    expect(await answered()).toEqual(shown);
    expect((await shop.request('/health/ready')).status).toBe(200);
    expect((await shop.request('/health/live')).status).toBe(200);
    const text = await page();
    expect(text).toContain(`souk_extension_healthy{extension="acme-pay"} ${shown.ok ? 1 : 0}`);
    expect(text).not.toContain('souk_extension_healthy{extension="acme"}');
    const findings = await shop.service(DoctorService).examine({ embedded: false });
    expect(findings.find(({ check }) => check === 'extension health')?.verdict).toBe(
      shown.ok ? 'ok' : 'warn',
    );
  });
});

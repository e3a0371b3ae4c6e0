import { readdirSync, readFileSync } from 'node:fs';
import { TemporarilyUnavailableError } from '../../src/common/app-error.js';
import { errorBody } from '../../src/common/http/error-body.js';
import { configFor, readSettings } from '../../src/config/souk-config.js';
import { FRONT_NAMES, FRONTS, PROXIES, type FrontName, type ProxyName } from './proxies.js';

const FOLDER = new URL('../../deploy/', import.meta.url);

function example(name: FrontName): string {
  return readFileSync(new URL(`proxy/${FRONTS[name].file}`, FOLDER), 'utf8');
}

/** The seconds of a setting such as `inter 2s`. */
function seconds(text: string, setting: RegExp): number {
  return Number(setting.exec(text)?.[1]);
}

describe.each(Object.keys(PROXIES) as ProxyName[])('deploy/proxy: %s', (name) => {
  it('says that nothing below /client/api may be cached, and caches nothing', () => {
    const text = example(name);
    expect(text).toMatch(/^ *#.*\bcach/m);
    expect(text).toContain('/client/api');
    expect(text).not.toMatch(/^(?!\s*#).*(proxy_cache (?!off;)|cache-use|cache-store)/m);
  });
});

describe.each(FRONT_NAMES)('what %s answers itself', (name) => {
  it('has the body of 111, its type, and the seconds to wait', () => {
    const text = example(name);
    const unavailable = new TemporarilyUnavailableError();
    const bodies = text.match(/\{"status":.*?\}/g) ?? [];
    expect(bodies).toEqual([JSON.stringify(errorBody(unavailable))]);
    expect(text).toContain('"application/json; charset=utf-8"');
    expect(text).toMatch(new RegExp(`(Retry-After|/\\|\\$\\)") ${unavailable.retryAfterSeconds}`));
  });
});

describe('the checks of health in the examples', () => {
  const delay = configFor(
    readSettings({ DATABASE_URL: 'postgres://db/souk' }),
    undefined,
  ).SHUTDOWN_DELAY;

  it('of haproxy see a stop within the default of SHUTDOWN_DELAY, and so do its own defaults', () => {
    const text = example('haproxy');
    const interval = seconds(text, /\binter (\d+)s/);
    const fall = seconds(text, /\bfall (\d+)/);
    expect(interval * fall + seconds(text, /timeout check (\d+)s/)).toBeLessThan(delay);
    // Without these settings: "inter" 2 s, "fall" 3.
    expect(2 * 3).toBeLessThan(delay);
  });

  it('of Caddy see a stop within the default of SHUTDOWN_DELAY', () => {
    const text = example('caddy');
    const interval = seconds(text, /health_interval (\d+)s/);
    expect(interval + seconds(text, /health_timeout (\d+)s/)).toBeLessThan(delay);
  });

  it.each(['haproxy', 'caddy'] as const)('of %s ask who is ready, and who serves', (name) => {
    expect(example(name).match(/\/health\/\w+$/gm)).toEqual(['/health/ready', '/health/serving']);
  });

  it('are none in nginx, which tries a stopped server again before the next one stops', () => {
    expect(seconds(example('nginx'), /fail_timeout=(\d+)s/)).toBeLessThan(delay);
  });

  it('are those of every proxy that is shipped', () => {
    const files = Object.values(PROXIES).map(({ file }) => file);
    expect(readdirSync(new URL('proxy/', FOLDER)).sort()).toEqual([...files].sort());
  });
});

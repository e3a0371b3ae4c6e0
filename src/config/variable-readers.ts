import ipaddr from 'ipaddr.js';
import { PROXY_NAMES } from '../common/http/trusted-proxies.js';
import { isIpRange } from '../common/ip-range.js';
import { authoritiesIn } from '../common/postgres-tls.js';
import { parsePostgresUrl } from '../common/postgres-url.js';
import { secretKeyOf } from '../common/secret-box.js';
import { withoutTrailing } from '../common/text.js';

/** Converts one variable's text to its value. @throws Error whose message completes the sentence "NAME …". */
export type Reader<T> = (text: string) => T;

export const MAX_WORKERS = 64;

const shown = (text: string): string => JSON.stringify(text.slice(0, 80));

export const text: Reader<string> = (value) => value;

export function integer(minimum: number, maximum: number): Reader<number> {
  return (value) => {
    const number = /^\d{1,10}$/.test(value) ? Number(value) : NaN;
    if (number >= minimum && number <= maximum) return number;
    throw new Error(`must be a whole number from ${minimum} to ${maximum}; it is ${shown(value)}`);
  };
}

export const workers: Reader<number | 'auto'> = (value) => {
  if (value === 'auto') return value;
  const number = /^\d{1,2}$/.test(value) ? Number(value) : NaN;
  if (number >= 1 && number <= MAX_WORKERS) return number;
  throw new Error(
    `must be a whole number from 1 to ${MAX_WORKERS}, or auto; it is ${shown(value)}`,
  );
};

export function oneOf<T extends string>(choices: readonly T[]): Reader<T> {
  return (value) => {
    const choice = choices.find((candidate) => candidate === value);
    if (choice !== undefined) return choice;
    throw new Error(`must be one of ${choices.join(', ')}; it is ${shown(value)}`);
  };
}

/** An address to listen on. */
export const listenAddress: Reader<string> = (value) => {
  if (value === 'localhost' || isAddress(value)) return value;
  throw new Error(`must be an IP address of this machine, or localhost; it is ${shown(value)}`);
};

/** An http(s) address without a query; a trailing slash is dropped. */
export const httpUrl: Reader<string> = (value) => {
  const url = parsedUrl(value);
  if (url?.protocol.match(/^https?:$/) && url.search === '' && url.hash === '') {
    return withoutTrailing(url.href, '/');
  }
  throw new Error(`must be an http:// or https:// address; it is ${shown(value)}`);
};

/** A PostgreSQL connection string, of one host or several. Its text may hold a password, so it is never shown. */
export const postgresUrl: Reader<string> = (value) => {
  parsePostgresUrl(value);
  return value;
};

/** A file of certificates. */
export const authorityFile: Reader<string> = (path) => {
  authoritiesIn(path);
  return path;
};

/** Origins as browsers send them, separated by commas. */
export const origins: Reader<string[]> = (value) =>
  listed(value).map((origin) => {
    if (parsedUrl(origin)?.origin === origin) return origin;
    throw new Error(`must list origins such as https://shop.example; ${shown(origin)} is none`);
  });

/** Secret keys, newest first. Their text is never shown. */
export const secretKeys: Reader<Buffer[]> = (value) =>
  listed(value).map((text) => {
    const key = secretKeyOf(text);
    if (key) return key;
    throw new Error('must list keys as "souk secret-key" prints them: base64 of 32 bytes');
  });

/** Names of packages or files, separated by commas. */
export const names: Reader<string[]> = (value) => listed(value);

/** Trusted proxies: addresses, CIDR ranges or the names loopback, linklocal and uniquelocal. */
export const trustedProxies: Reader<string[]> = (value) =>
  listed(value).map((proxy) => {
    if (Object.hasOwn(PROXY_NAMES, proxy) || isIpRange(proxy)) return proxy;
    const names = Object.keys(PROXY_NAMES).join(', ');
    throw new Error(`must list addresses, CIDR ranges or ${names}; ${shown(proxy)} is none`);
  });

/** Some programs read `1.2.3` as 1.2.0.3; such short forms are refused. */
function isAddress(value: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value);
}

function listed(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function parsedUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

import { HttpClient } from '../support/http-client.js';

/** How a bot may ask for compression. */
export const ENCODINGS = ['identity', 'gzip', 'br', 'gzip, deflate, br'] as const;

/** A client of one server that only reads, for many callers. */
export function readingClient(baseUrl: string): HttpClient {
  return new HttpClient(baseUrl, { maxSockets: 64, repeats: true });
}

/** The error code of an answer; undefined when it is none. */
export function errorCode(text: string): number | undefined {
  const [, code] = /^\{"status":"ERROR","code":(\d+)/.exec(text) ?? [];
  return code === undefined ? undefined : Number(code);
}

import { SOME_CATEGORY } from './bench-catalog.js';
import { askOnce, getRequest, type RawAnswer } from './raw-client.js';
import type { RepeatedRequest } from './repeated-request.js';

/** What bots ask for all day, and the least part of a bare server's answers a second that we want. */
export interface CatalogRequest {
  readonly name: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** True asks with the tag of the answer before. */
  readonly again?: true;
  readonly wanted: number;
  /** The most that an answer may cost the processors, as a multiple of the bare server's. */
  readonly wantedCpu?: number | undefined;
}

const API = '/client/api';
const PRODUCTS = `${API}/products`;
const GZIP = { 'Accept-Encoding': 'gzip' };
const CLIENTS = 32;

export const CONTENT: CatalogRequest = {
  name: '`content/{id}` of 20 products',
  path: `${API}/content/${SOME_CATEGORY}`,
  wanted: 0.6,
  wantedCpu: 1.4,
};

export const CATALOG_REQUESTS: readonly CatalogRequest[] = [
  { name: '`products`', path: PRODUCTS, wanted: 0.85 },
  { name: '`products`, gzip', path: PRODUCTS, headers: GZIP, wanted: 0.8, wantedCpu: 1.4 },
  { name: '`products`, 304', path: PRODUCTS, again: true, wanted: 0.6, wantedCpu: 1.4 },
  CONTENT,
  { name: '`ping`', path: `${API}/ping`, wanted: 0.6, wantedCpu: 1.4 },
];

/**
 * Asks a server once, and returns how to ask it for the same again and again.
 * @throws Error when it does not answer what was asked for: a figure would mean nothing then.
 */
export async function repeated(
  { path, headers, again }: CatalogRequest,
  port: number,
  token: string,
): Promise<RepeatedRequest> {
  const sent: Record<string, string> = { 'api-token': token, ...headers };
  const first = await askOnce(port, getRequest(path, sent));
  if (again) sent['If-None-Match'] = first.headers.etag ?? '';
  const request = getRequest(path, sent);
  const answer = await askOnce(port, request);
  const encoding = headers ? 'gzip' : undefined;
  if (answer.status !== (again ? 304 : 200) || answer.headers['content-encoding'] !== encoding)
    throw new Error(`${path} was answered with ${answer.status}: ${excerpt(answer)}`);
  return { port, request, clients: CLIENTS, answer };
}

function excerpt({ headers, body }: RawAnswer): string {
  return `${JSON.stringify(headers)} ${body.toString('utf8', 0, 200)}`;
}

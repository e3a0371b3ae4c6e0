import { CLIENT_API } from './wire.js';
import type { ErrorStatusMode } from './souk-request.js';

/** The paths of newOrder as the router matches them. */
const NEW_ORDER_PATH = new RegExp(`^/${CLIENT_API}/newOrder/[^/]+(/params)?/?$`, 'i');

/** True if errors of this request are answered with HTTP 200, except those that keep their status in every mode. */
export function areErrorsMasked(
  mode: ErrorStatusMode,
  { method, path }: { readonly method: string; readonly path: string },
): boolean {
  if (mode !== 'orders-200') return mode === 'always-200';
  return (method === 'GET' || method === 'POST') && NEW_ORDER_PATH.test(path);
}

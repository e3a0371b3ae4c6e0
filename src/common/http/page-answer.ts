import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Response } from 'express';

/** A page for browsers, or their redirection to one, as the result of a handler. */
export class PageAnswer {
  /** @param bytes of the HTML; empty for a redirection. */
  constructor(
    readonly status: number,
    readonly headers: OutgoingHttpHeaders,
    readonly bytes: Buffer,
  ) {}
}

/** Sends a page. The headers of the page replace those of other answers. */
export function sendPage(response: Response, page: PageAnswer): ServerResponse {
  const { status, headers, bytes } = page;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
  response.setHeader('Content-Length', bytes.byteLength);
  return response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

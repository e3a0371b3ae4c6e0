import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRACEPARENT_HEADER, type Span, type Tracing } from '../../tracing/tracing.js';
import { logSafeUrl } from '../log-safe-url.js';
import type { SoukRequest } from '../souk-request.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
/** What is known of a request after it was answered; the fast path does not know the route. */
type AnsweredRequest = IncomingMessage &
  Partial<Pick<SoukRequest, 'id' | 'accountId' | 'errorCode' | 'errorStatus'>> & {
    readonly route?: { readonly path?: unknown };
  };

/** Answers each request within a span, which continues the trace of its caller. */
export function tracedRequests(tracing: Tracing, answer: Answer): Answer {
  return (request, response) => {
    const { method = '', url = '', headers } = request;
    const traceparent = headers[TRACEPARENT_HEADER];
    const start = {
      kind: 'server',
      attributes: { 'http.request.method': method, 'url.path': pathOf(url) },
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    } as const;
    void tracing.span(method, start, async (span) => {
      const closed = new Promise((resolve) => response.once('close', resolve));
      answer(request, response);
      await closed;
      describeAnswer(span, request, response);
    });
  };
}

/** Without the query, which holds account fields, and with whatever is no word of our paths masked. */
function pathOf(url: string): string {
  return logSafeUrl(url.split('?', 1)[0] ?? '');
}

function describeAnswer(
  span: Span,
  request: AnsweredRequest,
  { statusCode }: ServerResponse,
): void {
  const { method = '', id, accountId, errorCode, errorStatus = statusCode, route } = request;
  span.set({
    'http.response.status_code': statusCode,
    ...(id !== undefined && { 'souk.request_id': id }),
    ...(accountId !== undefined && { 'souk.account_id': accountId }),
    ...(errorCode !== undefined && { 'souk.error_code': errorCode }),
  });
  if (typeof route?.path === 'string') {
    span.rename(`${method} ${route.path}`);
    span.set({ 'http.route': route.path });
  }
  if (errorStatus >= 500) span.fail();
}

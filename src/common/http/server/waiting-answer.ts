import type { RequestListener } from 'node:http';
import type { Response } from 'express';
import type { SoukRequest } from '../souk-request.js';

/**
 * A handler's result that tells nothing yet: its request begins again, with all middleware and guards, when there may be
 * something to tell. Meanwhile little more than its connection stays in memory: thousands may wait.
 */
export class WaitingAnswer {
  /** @param until must not be rejected. */
  constructor(private readonly until: Promise<unknown>) {}

  /** @param application answers requests. */
  beginAgain(application: RequestListener, response: Response): void {
    const request = response.req as SoukRequest;
    request.onAnswer?.();
    forgetFirstRun(request, response);
    void this.until.then(() => {
      if (!response.closed) application(request, response);
    });
  }
}

/**
 * All of this is set anew. It is set to undefined rather than deleted, since an object without one of its properties takes
 * more memory.
 */
function forgetFirstRun(request: SoukRequest, response: Response): void {
  const ofExpress = { next: undefined, params: undefined, _parsedUrl: undefined };
  const ofGuard = {
    admitAgain: undefined,
    errorStatusMode: undefined,
    onAnswer: undefined,
    principal: undefined,
    tryAcquireSlot: undefined,
    tryCount: undefined,
    turn: undefined,
    validity: undefined,
  };
  Object.assign(request, ofExpress, ofGuard);
  Object.assign(response, { locals: undefined });
  for (const name of response.getHeaderNames()) response.removeHeader(name);
}

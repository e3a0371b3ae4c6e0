import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { problemIn } from '../../admin/problems/problem-of.js';
import { PROBLEMS, type ProblemError, type ProblemName } from '../../admin/problems/problem.js';
import { sendPage } from '../../common/http/page-answer.js';
import { methodsAt } from '../../common/http/routes.js';
import { LinkLine } from '../../pages/text-links.js';
import { FaultText } from '../../pages/fault-text.js';
import { placeOf } from '../../pages/kept-documents.js';
import { Code } from '../../pages/values.js';
import type { Visitors } from '../access/visitors.service.js';
import { CrossSiteError } from '../access/same-origin.js';
import type { Page } from '../visit/page.js';
import { CONSOLE_ROOT } from '../visit/console-paths.js';
import { redirection, renderedPage } from './rendered.js';
import type { ShopState } from './shop-state.service.js';
import { SeeOther, SeeOtherError } from '../visit/see-other.js';
import { visitOf, type ConsoleRequest, type Visit } from '../visit/visit.js';
import { wordsOf } from '../../pages/words.js';

/** From here on the shop has too much to do, or cannot answer. */
const TOO_MANY_REQUESTS = 429;

/** Turns every error below `/console` into a page, those of unknown addresses included. */
@Catch()
export class ConsoleErrors implements ExceptionFilter {
  /** @param parts of the console, which are made after the filter: who has signed in, though no guard has looked, and the state of the shop. */
  constructor(
    private readonly logger: Logger,
    private readonly parts: () => { readonly visitors: Visitors; readonly state: ShopState },
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ConsoleRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // Of a file whose first part could not be read.
    response.removeHeader('Content-Disposition');
    void this.answer(exception, request, response);
  }

  private async answer(
    exception: unknown,
    request: ConsoleRequest,
    response: Response,
  ): Promise<void> {
    const { visitors, state } = this.parts();
    // The page of an unknown address has the frame of the operator.
    if (methodsAt(request).length === 0) {
      const operator = await visitors.operatorOf(request);
      if (operator) request.operator = operator;
    }
    const answer = this.answerTo(exception, request, response);
    const visit = visitOf(request);
    if (answer instanceof SeeOther) {
      sendPage(response, redirection(visit, answer));
      return;
    }
    const isAsked = (answer.status ?? 0) < TOO_MANY_REQUESTS;
    const shown = await (isAsked ? state.shownAfter(request) : state.shownFor({}));
    sendPage(response, renderedPage(visit, answer, { ...shown, refusal: undefined }));
  }

  private answerTo(
    exception: unknown,
    request: ConsoleRequest,
    response: Response,
  ): Page | SeeOther {
    const visit = visitOf(request);
    if (exception instanceof SeeOtherError) return exception.answer;
    if (exception instanceof CrossSiteError) {
      request.errorCode = 403;
      return crossSitePage(visit);
    }
    const problem = problemIn(exception, request, this.logger);
    const { status } = PROBLEMS[problem.problem];
    if (status === 401) return new SeeOther('sign-in');
    const page = problem.problem === 'method-not-allowed' ? pageOfForm(request) : undefined;
    if (page !== undefined) return new SeeOther(page);
    request.errorCode = status;
    const { retryAfterSeconds } = problem.parts;
    if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
    return problemPage(visit, problem, request.id);
  }
}

/**
 * The page with the form that this address takes, where somebody has opened it, as after Enter in the address bar of a form that
 * was refused. Undefined for a request that is no reading.
 */
function pageOfForm(request: ConsoleRequest): string | undefined {
  if (request.method !== 'GET') return undefined;
  const parts = request.path.slice(CONSOLE_ROOT.length + 1).split('/');
  const above = parts.map((_, index) => parts.slice(0, parts.length - 1 - index).join('/'));
  return above.find((page) => methodsAt(request, `${CONSOLE_ROOT}/${page}`).includes('GET'));
}

/** Problems of which the heading of the page says enough; what they say besides is English, and for programs. */
const SAID_BY_HEADING: readonly ProblemName[] = [
  ...(['malformed-request', 'no-such-route', 'not-found', 'method-not-allowed'] as const),
  ...(['not-arrived', 'too-large', 'too-many-requests', 'internal', 'unavailable'] as const),
];

const PLACES = { message: placeOf('message'), requestId: placeOf('requestId') };

function problemPage(visit: Visit, problem: ProblemError, requestId: string): Page {
  const words = wordsOf(visit.language, 'console');
  const { message, parts, problem: name } = problem;
  const { messageKey, errors } = parts;
  const saysAll = errors !== undefined || SAID_BY_HEADING.includes(name);
  const saysMore = visit.language === 'en' || !saysAll;
  const texts = { message, requestId };
  const isKept = messageKey === undefined && !visit.operator;
  const shown = isKept ? PLACES : texts;
  return {
    title: words.problems[name],
    status: PROBLEMS[name].status,
    kept: isKept ? { variant: `${name} ${saysMore}`, texts } : undefined,
    content: (
      <>
        {(messageKey ?? saysMore) && (
          <p>
            <FaultText messageKey={messageKey}>{shown.message}</FaultText>
          </p>
        )}
        <p>
          {words.requestId}: <Code>{shown.requestId}</Code>
        </p>
        {visit.operator && <LinkLine to="">{words.toToday}</LinkLine>}
      </>
    ),
  };
}

function crossSitePage(visit: Visit): Page {
  const words = wordsOf(visit.language, 'console');
  return {
    title: words.problems['permission-missing'],
    status: 403,
    kept: { variant: 'cross-site', texts: {} },
    content: <p>{words.crossSite}</p>,
  };
}

import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { SoukRequest } from '../../common/http/souk-request.js';
import { problemIn } from './problem-of.js';
import { problemBody, PROBLEMS, type ProblemError } from './problem.js';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** How a caller proves who it is (RFC 6750). */
const CHALLENGE = 'Bearer realm="souk admin"';

/** Turns every error below `/admin` into a problem (RFC 9457), those of unknown routes included. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<SoukRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = problemIn(exception, request, this.logger);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    send(error, request, response);
  }
}

function send(error: ProblemError, request: SoukRequest, response: Response): void {
  const { status } = PROBLEMS[error.problem];
  const { retryAfterSeconds, methods } = error.parts;
  const body = Buffer.from(JSON.stringify(problemBody(error, request.id)));
  request.errorCode = status;
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', PROBLEM_TYPE);
  response.setHeader('Content-Length', body.byteLength);
  if (status === 401) response.setHeader('WWW-Authenticate', CHALLENGE);
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
  if (methods) response.setHeader('Allow', methods.join(', '));
  response.end(request.method === 'HEAD' ? undefined : body);
}

import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { AppError, BadParameterError, TemporarilyUnavailableError } from '../app-error.js';
import { loggableError } from '../logger.js';
import { errorBody } from './error-body.js';
import { areErrorsMasked } from './error-status.js';
import { InternalError, MethodNotAllowedError, RouteNotFoundError } from './http.errors.js';
import { methodsAt } from './routes.js';
import type { ErrorStatusMode, SoukRequest } from './souk-request.js';

/** Turns an error of a lower layer, such as a lost database connection, into an AppError; undefined for any other. */
export type ErrorTranslation = (error: unknown) => AppError | undefined;

/** Turns every error into an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly defaultMode: ErrorStatusMode,
    private readonly translate: ErrorTranslation,
    private readonly logger: Logger,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<SoukRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.appErrorOf(exception, request);
    request.errorCode = error.wire.code;
    this.log(error, exception, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const body = Buffer.from(JSON.stringify(errorBody(error)));
    response.statusCode = this.statusOf(error, request);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', body.byteLength);
    if (error.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', error.retryAfterSeconds);
    }
    if (error instanceof MethodNotAllowedError) {
      response.setHeader('Allow', error.allowedMethods.join(', '));
    }
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private appErrorOf(exception: unknown, request: SoukRequest): AppError {
    if (exception instanceof AppError) return exception;
    if (exception instanceof NotFoundException) {
      const methods = methodsAt(request);
      return methods.length === 0
        ? new RouteNotFoundError()
        : new MethodNotAllowedError('Method not allowed', methods);
    }
    if (isClientError(exception)) return new BadParameterError('Malformed request');
    return this.translate(exception) ?? new InternalError(request.id);
  }

  private statusOf(error: AppError, request: SoukRequest): number {
    const mode = request.errorStatusMode ?? this.defaultMode;
    const isMasked = error.followsStatusMode && areErrorsMasked(mode, request);
    return isMasked ? 200 : error.wire.httpStatus;
  }

  private log(error: AppError, exception: unknown, request: SoukRequest): void {
    if (error instanceof InternalError) {
      this.logger.error(
        { requestId: request.id, err: loggableError(exception) },
        'unforeseen error',
      );
    } else if (error instanceof TemporarilyUnavailableError) {
      this.logger.warn({ requestId: request.id, cause: causeOf(exception) }, error.message);
    }
  }
}

/** True for errors of Express and its body parser with a 4xx status: undecodable path, body too large, … */
function isClientError(exception: unknown): boolean {
  if (!(exception instanceof Error) || !('status' in exception)) return false;
  const { status } = exception;
  return typeof status === 'number' && status >= 400 && status < 500;
}

function causeOf(exception: unknown): string {
  const cause = exception instanceof Error ? (exception.cause ?? exception) : exception;
  return cause instanceof Error ? cause.message : String(cause);
}

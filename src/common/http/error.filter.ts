import {
  BadRequestException,
  Catch,
  HttpException,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { AppError, BadParameterError, TemporarilyUnavailableError } from '../app-error.js';
import { loggableError } from '../logger.js';
import { errorBody } from './error-body.js';
import { areErrorsMasked } from './error-status.js';
import { extensionRouteOf } from './extension-routes.js';
import {
  InternalError,
  MethodNotAllowedError,
  NestError,
  RouteNotFoundError,
} from './http.errors.js';
import { methodsAt } from './routes.js';
import type { ErrorStatusMode, SoukRequest } from './souk-request.js';
import { UnavailableLines } from './unavailable-lines.js';

/** Turns an error of a lower layer, such as a lost database connection, into an AppError; undefined for any other. */
export type ErrorTranslation = (error: unknown) => AppError | undefined;

/** Told of each error that is the answer of a request of newOrder. It must not throw. */
export type OrderErrorListener = (request: SoukRequest, error: AppError) => void;

const MAX_CAUSE_CHARACTERS = 300;

/** Turns every error into an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly unavailable: UnavailableLines;

  constructor(
    private readonly defaultMode: ErrorStatusMode,
    private readonly translate: ErrorTranslation,
    private readonly logger: Logger,
    private readonly onOrderError: OrderErrorListener,
  ) {
    this.unavailable = new UnavailableLines(logger);
  }

  catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<SoukRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.appErrorOf(exception, request);
    request.errorCode = error.wire.code;
    request.errorStatus = error.wire.httpStatus;
    this.log(error, exception, request);
    if (request.placesOrder) this.onOrderError(request, error);
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
    if (error.limitResetSeconds !== undefined) {
      response.setHeader('RateLimit-Reset', error.limitResetSeconds);
    }
    if (error instanceof MethodNotAllowedError) {
      response.setHeader('Allow', error.allowedMethods.join(', '));
    }
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private appErrorOf(exception: unknown, request: SoukRequest): AppError {
    if (exception instanceof AppError) return exception;
    if (exception instanceof HttpException && !isOfRouter(exception, request)) {
      return nestErrorOf(exception) ?? new InternalError(request.id);
    }
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
    const isFault = error instanceof InternalError || error instanceof NestError;
    if (isFault && error.wire.httpStatus >= 500) {
      this.logger.error(
        { requestId: request.id, ...extensionRouteOf(request), err: loggableError(exception) },
        'unforeseen error',
      );
    } else if (error.wire === TemporarilyUnavailableError.wire) {
      const cause = causeOf(exception);
      request.hasNoLine = !this.unavailable.mayWrite(cause);
      if (request.hasNoLine || !(error instanceof TemporarilyUnavailableError)) return;
      this.logger.warn({ requestId: request.id, cause }, error.message);
    }
  }
}

/** True for what Nest itself makes of a request that no route takes: an unknown path or method, an undecodable path. */
function isOfRouter(exception: HttpException, request: SoukRequest): boolean {
  const route = request.route as { methods: Record<string, boolean> } | undefined;
  // For HEAD, Express names any route of the path, even one of POST alone, which no handler takes.
  const isTaken = request.method !== 'HEAD' || route?.methods.get === true;
  if (route !== undefined && isTaken) return false;
  return exception instanceof NotFoundException || exception instanceof BadRequestException;
}

/** Undefined if its status is none of an error. Validation of Nest gives a list of messages. */
function nestErrorOf(exception: HttpException): NestError | undefined {
  const status: unknown = exception.getStatus();
  if (!Number.isInteger(status) || Number(status) < 400 || Number(status) > 599) return undefined;
  const answer = exception.getResponse();
  const messages: unknown = typeof answer === 'object' && 'message' in answer && answer.message;
  const message = Array.isArray(messages) ? messages.map(String).join('; ') : exception.message;
  return new NestError(Number(status), message);
}

/** True for errors of Express and its body parser with a 4xx status: undecodable path, body too large, … */
function isClientError(exception: unknown): boolean {
  if (!(exception instanceof Error) || !('status' in exception)) return false;
  const { status } = exception;
  return typeof status === 'number' && status >= 400 && status < 500;
}

function causeOf(exception: unknown): string {
  const cause = exception instanceof Error ? (exception.cause ?? exception) : exception;
  return loggableError(cause).message.slice(0, MAX_CAUSE_CHARACTERS);
}

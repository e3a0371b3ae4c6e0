import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { mark } from '../../common/http/mark.js';
import { entityTagOf } from './precondition.js';

/** Marks a handler whose answer is a single thing, which has an `ETag`. */
export const HasEntityTag = mark();

/** Adds the `ETag` to the answers of handlers that are marked. */
@Injectable()
export class AnswerTags implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<object> {
    if (!this.reflector.get(HasEntityTag, context.getHandler())) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((shown) => {
        response.setHeader('ETag', entityTagOf(shown));
        return shown;
      }),
    );
  }
}

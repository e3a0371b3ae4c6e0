import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { strongEntityTag } from '../../common/http/entity-tag.js';

/**
 * Catalog answers may be kept by the caller and nobody else, and must be asked for again each time: the strong
 * ETag then saves the bytes. The token is part of the key, or a cache would hand one reseller's prices to another.
 */
@Injectable()
export class CatalogAnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<Buffer> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((answer: unknown) => {
        const body = Buffer.from(JSON.stringify(answer));
        response.setHeader('Cache-Control', 'private, no-cache');
        response.vary('api-token, Authorization, Accept-Encoding');
        response.setHeader('ETag', strongEntityTag(body));
        return body;
      }),
    );
  }
}

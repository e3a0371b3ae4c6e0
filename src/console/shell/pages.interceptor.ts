import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { PageAnswer } from '../../common/http/page-answer.js';
import type { Page } from '../visit/page.js';
import { redirection, renderedPage } from './rendered.js';
import { SeeOther } from '../visit/see-other.js';
import { visitOf, type ConsoleRequest } from '../visit/visit.js';

/** Renders the page that a handler answers with. */
@Injectable()
export class RenderedPages implements NestInterceptor<Page | SeeOther, PageAnswer> {
  intercept(context: ExecutionContext, next: CallHandler<Page | SeeOther>): Observable<PageAnswer> {
    const visit = visitOf(context.switchToHttp().getRequest<ConsoleRequest>());
    return next
      .handle()
      .pipe(
        map((answer) =>
          answer instanceof SeeOther ? redirection(visit, answer) : renderedPage(visit, answer),
        ),
      );
  }
}

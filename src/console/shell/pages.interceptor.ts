import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { concatMap, type Observable } from 'rxjs';
import type { PageAnswer } from '../../common/http/page-answer.js';
import { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { downloaded, redirection, renderedPage } from './rendered.js';
import { ShopState } from './shop-state.service.js';
import { UndoOffers } from './undo-offers.service.js';
import { SeeOther } from '../visit/see-other.js';
import { visitOf, type ConsoleRequest } from '../visit/visit.js';

type Answer = Page | SeeOther | Download;
type Sent = PageAnswer | Download['file'];

/** Renders the page that a handler answers with. */
@Injectable()
export class RenderedPages implements NestInterceptor<Answer, Sent> {
  constructor(
    private readonly state: ShopState,
    private readonly undos: UndoOffers,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<Answer>): Observable<Sent> {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    const visit = visitOf(request);
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      concatMap(async (answer) => {
        if (answer instanceof Download) return downloaded(response, answer);
        if (answer instanceof SeeOther) return redirection(visit, answer);
        visit.undoable ??= await this.undos.of(visit);
        const shown = await this.state.shownFor(request);
        return renderedPage(visit, answer, { ...shown, refusal: refusalOf(request, answer) });
      }),
    );
  }
}

/** A search is refused at the top of its page; so is a form on a page that has nothing else, or begins with the reason. */
function refusalOf({ method }: ConsoleRequest, page: Page): number | undefined {
  return method === 'POST' && !page.isBare && !page.tellsWhy ? page.status : undefined;
}

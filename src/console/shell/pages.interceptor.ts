import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { h } from 'preact';
import type { Response } from 'express';
import { concatMap, type Observable } from 'rxjs';
import type { PageAnswer } from '../../common/http/page-answer.js';
import { Download } from '../visit/download.js';
import { PageSections } from '../../operations/sections/page-sections.service.js';
import { SectionCards } from '../sections/section-cards.js';
import type { Page } from '../visit/page.js';
import { downloaded, redirection, renderedPage } from './rendered.js';
import { ShopState } from './shop-state.service.js';
import { UndoOffers } from './undo-offers.service.js';
import { SeeOther } from '../visit/see-other.js';
import { visitOf, type ConsoleRequest, type Visit } from '../visit/visit.js';

type Answer = Page | SeeOther | Download;
type Sent = PageAnswer | Download['file'];

/** Renders the page that a handler answers with. */
@Injectable()
export class RenderedPages implements NestInterceptor<Answer, Sent> {
  constructor(
    private readonly state: ShopState,
    private readonly undos: UndoOffers,
    private readonly sections: PageSections,
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
        const page = await this.withSections(answer, visit);
        return renderedPage(visit, page, { ...shown, refusal: refusalOf(request, answer) });
      }),
    );
  }

  /** With what extensions add to it. */
  private async withSections(page: Page, visit: Visit): Promise<Page> {
    const { language, operator, timeLimit: signal } = visit;
    if (!page.about || !operator) return page;
    const may = operator.may.bind(operator);
    const sections = await this.sections.of(page.about, { language, may, signal });
    if (sections.length === 0) return page;
    return { ...page, content: [page.content, h(SectionCards, { sections })] };
  }
}

/** A search is refused at the top of its page; so is a form on a page that has nothing else, or begins with the reason. */
function refusalOf({ method }: ConsoleRequest, page: Page): number | undefined {
  return method === 'POST' && !page.isBare && !page.tellsWhy ? page.status : undefined;
}

import { Controller, Get } from '@nestjs/common';
import { ApiWireRoute, CurrentPrincipal, type Principal } from 'souk';
import { Spending } from './spending.js';

/** `GET /acme/report`. Like every route it is closed to callers without a token. */
@Controller('acme')
export class ReportController {
  constructor(private readonly spending: Spending) {}

  @Get('report')
  @ApiWireRoute({
    name: 'acmeReport',
    summary: 'What the caller has spent today, in USD.',
    answer: { schema: { type: 'object', example: { spentToday: '12.5' } } },
    errors: [],
  })
  async report(@CurrentPrincipal() { accountId }: Principal): Promise<{ spentToday: string }> {
    return { spentToday: await this.spending.today(accountId) };
  }
}

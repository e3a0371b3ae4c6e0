import { Controller, Get } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { ApiWireRoute } from '../common/http/api-wire-route.decorator.js';
import { FixedAnswer, RepeatableAnswer } from '../common/http/prepared/prepared-answer.js';
import { PublishedReceipts } from '../account/receipts/published-receipts.service.js';
import { ALWAYS_VALID, type Validity } from '../common/http/validity.js';
import { Public } from '../common/http/public.decorator.js';
import { CLIENT_API } from '../common/http/wire.js';
import { ApiDescription } from './api-description.js';
import { IntegrationDto } from './integration.dto.js';
import { IntegrationService } from './integration.service.js';

@Controller()
export class IntegrationController {
  private preparedIntegration: RepeatableAnswer | undefined;
  private preparedDocument: RepeatableAnswer | undefined;

  constructor(
    private readonly integrations: IntegrationService,
    private readonly description: ApiDescription,
    private readonly receipts: PublishedReceipts,
  ) {}

  @Get(`${CLIENT_API}/integration`)
  @ApiWireRoute({
    name: 'integration',
    group: 'V53',
    tag: 'Service',
    public: true,
    summary: 'Base address, credential header, routes and error codes',
    answer: { type: IntegrationDto },
    errors: [],
  })
  integration(): RepeatableAnswer {
    if (this.preparedIntegration?.validity.isValid()) return this.preparedIntegration;
    const { fingerprints } = this.receipts;
    const validity = { isValid: () => fingerprints === this.receipts.fingerprints };
    const answer = this.integrations.integration(fingerprints);
    this.preparedIntegration = prepared(answer, validity);
    return this.preparedIntegration;
  }

  @Get('openapi.json')
  @Public()
  @ApiExcludeEndpoint()
  openApi(): RepeatableAnswer {
    this.preparedDocument ??= prepared(this.description.document);
    return this.preparedDocument;
  }
}

/** Made once for each list of keys, because anyone may request these without a token. */
function prepared(body: object, validity: Validity = ALWAYS_VALID): RepeatableAnswer {
  return new RepeatableAnswer(new FixedAnswer(body), validity);
}

import { Controller, Get } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { ApiWireRoute } from '../common/http/api-wire-route.decorator.js';
import { FixedAnswer, RepeatableAnswer } from '../common/http/prepared/prepared-answer.js';
import { ALWAYS_VALID } from '../common/http/validity.js';
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
    this.preparedIntegration ??= prepared(this.integrations.integration());
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

/** Made once, because anyone may request these without a token. */
function prepared(body: object): RepeatableAnswer {
  return new RepeatableAnswer(new FixedAnswer(body), ALWAYS_VALID);
}

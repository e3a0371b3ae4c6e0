import { Controller, Get } from '@nestjs/common';
import { ApiExcludeEndpoint, type OpenAPIObject } from '@nestjs/swagger';
import { ApiWireRoute } from '../common/http/api-wire-route.decorator.js';
import { Public } from '../common/http/public.decorator.js';
import { CLIENT_API } from '../common/http/wire.js';
import { ApiDescription } from './api-description.js';
import { IntegrationDto } from './integration.dto.js';
import { IntegrationService } from './integration.service.js';

@Controller()
export class IntegrationController {
  constructor(
    private readonly integrations: IntegrationService,
    private readonly description: ApiDescription,
  ) {}

  @Get(`${CLIENT_API}/integration`)
  @ApiWireRoute({
    name: 'integration',
    group: 'V53',
    public: true,
    summary: 'Base address, credential header, routes and error codes',
    answer: { type: IntegrationDto },
    errors: [],
  })
  integration(): IntegrationDto {
    return this.integrations.integration();
  }

  @Get('openapi.json')
  @Public()
  @ApiExcludeEndpoint()
  openApi(): OpenAPIObject {
    return this.description.document;
  }
}

import { InLane } from '../../account/access/lanes/lane.js';
import { Controller, Get, Req } from '@nestjs/common';
import { admissionOf } from '../../account/access/admission.js';
import { NeedsScope } from '../../account/access/needs-scope.js';
import type { PrincipalRequest } from '../../account/access/token.guard.js';
import { ApiWireRoute } from '../../common/http/api-wire-route.decorator.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { RequestParameters } from '../../common/http/parameters/request-parameters.decorator.js';
import { CLIENT_API } from '../../common/http/wire.js';
import { ChangesService } from '../changes/changes.service.js';
import { ChangesDto } from './catalog.dto.js';

@InLane('answers')
@Controller(CLIENT_API)
@NeedsScope('catalog')
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Get('changes')
  @ApiWireRoute({
    name: 'changes',
    tag: 'Catalog changes',
    hasEtag: true,
    summary: 'What has changed in the catalog',
    description:
      'Without `since`, and whenever the changes are not known, `full` is true and everything is listed.',
    answer: { type: ChangesDto },
    query: [
      {
        name: 'since',
        type: 'string',
        description: 'The `cursor` of the answer before.',
      },
    ],
    errors: [],
  })
  since(@Req() request: PrincipalRequest, @RequestParameters() parameters: FlatParameters) {
    const { principal, isAwaited } = admissionOf(request);
    return this.changes.since(principal, parameters.single('since'), isAwaited);
  }
}

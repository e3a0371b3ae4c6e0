import { Controller, Get } from '@nestjs/common';
import { ApiWireRoute } from '../../common/http/api-wire-route.decorator.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { isSwitchedOn } from '../../common/http/parameters/parsed-parameter.js';
import { RequestParameters } from '../../common/http/parameters/request-parameters.decorator.js';
import { ReadAnswer } from '../../common/http/prepared/prepared-answer.js';
import { CLIENT_API } from '../../common/http/wire.js';
import { CurrentPrincipal } from '../access/current-principal.decorator.js';
import { InLane } from '../access/lanes/lane.js';
import type { Principal } from '../access/principal.js';
import { ProfileDto } from './profile.dto.js';
import { ProfileService } from './profile.service.js';

@InLane('answers')
@Controller(CLIENT_API)
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Get('profile')
  @ApiWireRoute({
    name: 'profile',
    group: 'V53',
    tag: 'Account',
    summary: 'The account and what it can spend',
    answer: { type: ProfileDto },
    query: [
      {
        name: 'details',
        type: 'string',
        description:
          '1: also the number and the hash of the last ledger entry, and a signed checkpoint.',
        example: '1',
        unlisted: true,
      },
    ],
    errors: [],
  })
  profile(
    @CurrentPrincipal() principal: Principal,
    @RequestParameters() parameters: FlatParameters,
  ): ReadAnswer {
    const hasDetails = isSwitchedOn(parameters, 'details');
    return new ReadAnswer(() => this.profiles.of(principal, hasDetails));
  }
}

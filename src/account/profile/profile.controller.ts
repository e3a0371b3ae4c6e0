import { Controller, Get } from '@nestjs/common';
import { ApiWireRoute } from '../../common/http/api-wire-route.decorator.js';
import { ReadAnswer } from '../../common/http/prepared/prepared-answer.js';
import { CLIENT_API } from '../../common/http/wire.js';
import { CurrentPrincipal } from '../access/current-principal.decorator.js';
import type { Principal } from '../access/principal.js';
import { ProfileDto } from './profile.dto.js';
import { ProfileService } from './profile.service.js';

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
    errors: [],
  })
  profile(@CurrentPrincipal() principal: Principal): ReadAnswer {
    return new ReadAnswer(() => this.profiles.of(principal));
  }
}

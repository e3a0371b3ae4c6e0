import { Delete, Get, Post } from '@nestjs/common';
import { AllowedIpService } from '../../account/access/allowed-ip.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { AccessAdmin } from './access-admin.service.js';
import { AllowedIpsDto, RangeDto } from './account-access.dto.js';
import { allowedIpsShape } from './account-access.shapes.js';

@AdminController('Tokens and Allowed IPs')
export class AllowedIpsController {
  constructor(
    private readonly ips: AllowedIpService,
    private readonly changes: AccessAdmin,
  ) {}

  @Get('accounts/:id/allowed-ips')
  @AdminRoute({
    name: 'allowed-ips',
    permission: 'tokens.read',
    summary: 'All addresses from which an account may call; none means from everywhere',
    answer: AllowedIpsDto,
  })
  async list(@PathId('id') id: number): Promise<AllowedIpsDto> {
    return allowedIpsShape(await this.ips.list(id));
  }

  @Post('accounts/:id/allowed-ips')
  @AdminRoute({
    name: 'allowed-ip-add',
    permission: 'ips.edit',
    summary: 'Allow an address; the first one closes all others',
    body: RangeDto,
    answer: AllowedIpsDto,
  })
  add(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @JsonBody(RangeDto) { range }: RangeDto,
  ): Promise<AllowedIpsDto> {
    return this.changes.allow(id, range, author);
  }

  @Delete('accounts/:id/allowed-ips')
  @AdminRoute({
    name: 'allowed-ip-remove',
    permission: 'ips.edit',
    summary: 'Take an address off the list; without any, the account may call from everywhere',
    query: RangeDto,
    answer: AllowedIpsDto,
  })
  remove(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @Parameters(RangeDto) { range }: RangeDto,
  ): Promise<AllowedIpsDto> {
    return this.changes.disallow(id, range, author);
  }
}

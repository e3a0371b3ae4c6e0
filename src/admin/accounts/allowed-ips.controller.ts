import { Get } from '@nestjs/common';
import { AllowedIpService } from '../../account/access/allowed-ip.service.js';
import { AllowedIpsDto, allowedIpsShape } from '../../operations/accounts/allowed-ip.operations.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { PathId } from '../http/path-parts.js';

@AdminController('Tokens and Allowed IPs')
export class AllowedIpsController {
  constructor(private readonly ips: AllowedIpService) {}

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
}

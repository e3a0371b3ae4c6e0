import { Injectable } from '@nestjs/common';
import { LinkAddress } from '../../operators/links/link-address.js';
import type { InvitedOperator } from '../../operators/management/operator-management.service.js';
import { operatorShape } from './operator-shapes.js';
import type { InvitedOperatorDto } from './operators.dto.js';

/** Shows operators with the addresses of their links. */
@Injectable()
export class InvitationShapes {
  constructor(private readonly addresses: LinkAddress) {}

  of({ operator, link }: InvitedOperator): InvitedOperatorDto {
    return { operator: operatorShape(operator), link: this.addresses.of(link) };
  }
}

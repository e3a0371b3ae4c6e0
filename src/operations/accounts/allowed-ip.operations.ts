import { AccountService } from '../../account/account.service.js';
import { AllowedIpService } from '../../account/access/allowed-ip.service.js';
import type { AllowedIp } from '../../account/access/allowed-ip.entity.js';
import { RangeField } from '../fields/fields.js';
import { Shown, TIME } from '../fields/shown.js';
import { operation, type Target } from '../operation.js';

export class RangeDto {
  @RangeField({ example: '203.0.113.0/24' })
  range: string;
}

export class AllowedIpDto {
  @Shown({ example: '203.0.113.0/24' })
  range: string;

  @Shown(TIME)
  added_at: string;
}

/** All addresses from which an account may call; none means from everywhere. */
export class AllowedIpsDto {
  @Shown({ type: [AllowedIpDto] })
  items: AllowedIpDto[];
}

export function allowedIpsShape(ips: readonly AllowedIp[]): AllowedIpsDto {
  return {
    items: ips.map(({ range, createdAt }) => ({ range, added_at: createdAt.toISOString() })),
  };
}

/** An account, of which its list is told. */
const ALLOWED_IPS: Target<AllowedIp[]> = {
  noun: 'account',
  locked: async (services, manager, id) => {
    await services(AccountService).locked(manager, id);
    return services(AllowedIpService).list(id, manager);
  },
  shown: allowedIpsShape,
  told: (ips) => ({ allowed_ips: ips.map(({ range }) => range) }),
};

export const ipAdd = operation({
  name: 'ip add',
  operationId: 'allowed-ip-add',
  summary: 'allow an address; the first one closes all others',
  permission: 'ips.edit',
  route: 'POST accounts/:id/allowed-ips',
  target: ALLOWED_IPS,
  input: RangeDto,
  answer: AllowedIpsDto,
  run: async ({ services, manager, id, input }) => {
    await services(AllowedIpService).add(id, input.range, manager);
  },
});

export const ipRemove = operation({
  name: 'ip remove',
  operationId: 'allowed-ip-remove',
  summary: 'take an address off the list; without any, the account may call from everywhere',
  permission: 'ips.edit',
  route: 'DELETE accounts/:id/allowed-ips',
  target: ALLOWED_IPS,
  input: RangeDto,
  answer: AllowedIpsDto,
  run: async ({ services, manager, id, input }) => {
    await services(AllowedIpService).remove(id, input.range, manager);
  },
});

export const ALLOWED_IP_OPERATIONS = [ipAdd, ipRemove];

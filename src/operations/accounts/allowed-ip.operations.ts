import { AccountService } from '../../account/account.service.js';
import { AllowedIpService } from '../../account/access/allowed-ip.service.js';
import type { AllowedIp } from '../../account/access/allowed-ip.entity.js';
import { RangeField } from '../fields/fields.js';
import { text, time } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { operation, type Target } from '../operation.js';

export class RangeDto {
  @RangeField({ example: '203.0.113.0/24' })
  range: string;
}

const ALLOWED_IP = shapeOf<AllowedIp>()('AllowedIpDto', {
  range: text({ example: '203.0.113.0/24' }),
  added_at: time(({ createdAt }) => createdAt),
});

export type AllowedIpDto = ShownBy<typeof ALLOWED_IP>;

/** All addresses from which an account may call; none means from everywhere. */
export const ALLOWED_IPS_SHAPE = shapeOf<readonly AllowedIp[]>()('AllowedIpsDto', {
  items: many(ALLOWED_IP, (ips) => ips),
});
export type AllowedIpsDto = ShownBy<typeof ALLOWED_IPS_SHAPE>;

/** An account, of which its list is told. */
const ALLOWED_IPS = {
  noun: 'account',
  shape: ALLOWED_IPS_SHAPE,
  locked: async (services, manager, id) => {
    await services(AccountService).locked(manager, id);
    return services(AllowedIpService).list(id, manager);
  },
  told: (ips) => ({ allowed_ips: ips.map(({ range }) => range) }),
} satisfies Target<AllowedIp[]>;

export const ipAdd = operation({
  name: 'ip add',
  operationId: 'allowed-ip-add',
  summary: 'allow an address; the first one closes all others',
  permission: 'ips.edit',
  route: 'POST accounts/:id/allowed-ips',
  target: ALLOWED_IPS,
  input: RangeDto,
  run: async ({ services, manager, id, input }) => {
    await services(AllowedIpService).add(manager, id, input.range);
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
  run: async ({ services, manager, id, input }) => {
    await services(AllowedIpService).remove(manager, id, input.range);
  },
});

export const ALLOWED_IP_OPERATIONS = [ipAdd, ipRemove];

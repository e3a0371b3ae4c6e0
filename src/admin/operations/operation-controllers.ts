import { ACCOUNT_OPERATIONS } from '../../operations/accounts/account.operations.js';
import { ALLOWED_IP_OPERATIONS } from '../../operations/accounts/allowed-ip.operations.js';
import { BALANCE_OPERATIONS } from '../../operations/accounts/balance.operations.js';
import { GROUP_OPERATIONS } from '../../operations/accounts/group.operations.js';
import { TOKEN_OPERATIONS } from '../../operations/accounts/token.operations.js';
import { operationController } from './operation-controller.js';

/** The routes of all operations, by the tag under which the OpenAPI document lists them. */
export const OPERATION_CONTROLLERS = [
  operationController('Accounts', [...ACCOUNT_OPERATIONS, ...GROUP_OPERATIONS]),
  operationController('Balances', BALANCE_OPERATIONS),
  operationController('Tokens and Allowed IPs', [...TOKEN_OPERATIONS, ...ALLOWED_IP_OPERATIONS]),
];

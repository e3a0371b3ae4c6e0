import { InvalidArgumentError, type Command } from 'commander';
import type { AccessToken } from '../../account/access/access-token.entity.js';
import {
  AccessTokenService,
  type TokenSettings,
} from '../../account/access/access-token.service.js';
import { SCOPES, type Scope } from '../../account/access/scopes.js';
import { OperatorError } from '../../common/app-error.js';
import { TOKEN_HEADER } from '../../common/http/wire.js';
import { isPlainDecimal, numericText } from '../../common/decimal.js';
import { fitsMoney } from '../../common/money.js';
import { ipRange } from '../../common/ip-range.js';
import { idArgument, type AddCommands, type OpenShop } from '../context/command-context.js';
import { noteChange, noteChanged, toldAfter } from '../context/noted-change.js';
import type { Row } from '../context/terminal.js';

const DAY_MS = 86_400_000;
/** Removes a limit. */
const NONE = 'none';

interface SettingOptions {
  readonly label?: string;
  readonly scope?: Scope[];
  readonly ip?: string[];
  /** USD, or none. */
  readonly dailyCap?: string;
}

export const addTokenCommands: AddCommands = (token, { terminal, readShop, withShop }) => {
  withSettings(token.command('issue'))
    .argument('<account>', 'account id', idArgument)
    .description('make a token; it is shown once')
    .option('--expires <when>', 'a date such as 2027-01-31, or days such as 90d')
    .action((id: number, options: SettingOptions & { expires?: string }) =>
      withShop(async (shop) => {
        const issued = await shop.get(AccessTokenService).issue(id, {
          ...settingsOf(options),
          ...(options.expires !== undefined && { expiresAt: expiryOf(options.expires) }),
        });
        // Before anything else is read: the token can never be shown again.
        terminal.show(
          issued,
          `Token ${issued.id} of account ${issued.accountId}; it is shown this once.\n${TOKEN_HEADER}: ${issued.token}`,
        );
        noteChanged(shop, null, await toldAfter(() => toldToken(shop, issued.id)));
      }),
    );

  token
    .command('list')
    .argument('<account>', 'account id', idArgument)
    .description('the tokens of an account, without the tokens themselves')
    .action((id: number) =>
      readShop(async (shop) => {
        const tokens = await shop.get(AccessTokenService).list(id);
        terminal.list(
          tokens.map(tokenRow),
          `Account ${id} has no token; see "souk token issue ${id}".`,
        );
      }),
    );

  withSettings(token.command('set'))
    .argument('<token>', 'token id, see "souk token list"', idArgument)
    .description(
      'change the name of a token, what it may do and from where; it holds from its next request on',
    )
    .action((id: number, options: SettingOptions) =>
      withShop(async (shop) => {
        const settings = settingsOf(options);
        if (Object.keys(settings).length === 0) {
          throw new OperatorError('Say what to set; see "souk token set --help".');
        }
        const set = () => shop.get(AccessTokenService).set(id, settings);
        terminal.item(tokenRow(await noteChange(shop, () => toldToken(shop, id), set)));
      }),
    );

  token
    .command('revoke')
    .argument('<token>', 'token id, see "souk token list"', idArgument)
    .description('end a token, and those that it replaced or that replace it, at once')
    .action((id: number) =>
      withShop(async (shop) => {
        const revoke = () => shop.get(AccessTokenService).revoke(id);
        const revoked = await noteChange(shop, () => toldToken(shop, id), revoke);
        const { accountId, familyId } = revoked;
        const others = familyId === null ? '' : `, with all of its family ${familyId}`;
        terminal.show(
          { id, accountId },
          `Token ${id} of account ${accountId} is revoked${others}.`,
        );
      }),
    );
};

/** The options of a token's settings. */
function withSettings(command: Command): Command {
  return command
    .option('--label <text>', 'to tell it from others')
    .option(
      '--scope <list>',
      `what it may do: ${SCOPES.join(', ')}; a new token may do the first three`,
      scopesArgument,
    )
    .option(
      '--ip <list>',
      `addresses and ranges from which alone it may be used, besides those of the account; ${NONE} for no limit`,
      ipsArgument,
    )
    .option(
      '--daily-cap <usd>',
      `USD that may be spent with it in 24 hours; ${NONE} for no cap`,
      capArgument,
    );
}

function settingsOf({ label, scope, ip, dailyCap }: SettingOptions): TokenSettings {
  return {
    ...(label !== undefined && { label }),
    ...(scope !== undefined && { scopes: scope }),
    ...(ip !== undefined && { allowedIps: ip }),
    ...(dailyCap !== undefined && { dailyCap: dailyCap === NONE ? null : dailyCap }),
  };
}

/** A token for the audit. */
async function toldToken(shop: OpenShop, id: number): Promise<Row> {
  return tokenRow(await shop.get(AccessTokenService).get(id));
}

function tokenRow(token: AccessToken): Row {
  return {
    id: token.id,
    created: token.createdAt,
    expires: token.expiresAt,
    last_used: token.lastUsedAt,
    last_used_from: token.lastUsedFrom,
    revoked: token.revokedAt,
    scopes: token.scopes.join(),
    ips: token.allowedIps.join(),
    daily_cap: token.dailyCap === null ? null : numericText(token.dailyCap),
    family: token.familyId,
    state: stateOf(token),
    label: token.label,
  };
}

function stateOf({ pending, revokedAt, expiresAt }: AccessToken): string {
  if (revokedAt !== null) return 'revoked';
  // It may be infinity, which is no Date.
  if (expiresAt !== null && Number(expiresAt) <= Date.now()) return 'expired';
  return pending ? 'successor, not used yet' : 'live';
}

/** Texts of a list without repetitions, `catalog, orders` as well as `catalog,orders`. */
function itemsOf(list: string): string[] {
  return [...new Set(list.split(',').map((item) => item.trim()))];
}

function scopesArgument(list: string): Scope[] {
  return itemsOf(list).map((item) => {
    const scope = SCOPES.find((known) => known === item);
    if (scope !== undefined) return scope;
    throw new InvalidArgumentError(
      `It must be some of ${SCOPES.join(',')}, such as catalog,books.`,
    );
  });
}

function ipsArgument(list: string): string[] {
  return list === NONE ? [] : [...new Set(itemsOf(list).map(ipRange))];
}

/** The word for no cap stays one: Commander would make an empty text of null. */
function capArgument(text: string): string {
  if (text === NONE) return NONE;
  if (isPlainDecimal(text) && !text.startsWith('-') && fitsMoney(text)) return text;
  throw new InvalidArgumentError(`It must be USD such as 100 or 12.5, or ${NONE}.`);
}

function expiryOf(text: string): Date {
  const days = /^(\d{1,5})d$/.exec(text);
  const expiry = days ? new Date(Date.now() + Number(days[1]) * DAY_MS) : new Date(text);
  if (Number.isNaN(expiry.getTime()) || expiry.getTime() <= Date.now()) {
    throw new OperatorError(
      `${JSON.stringify(text)} is no moment to come; write a date such as 2027-01-31, or 90d.`,
    );
  }
  return expiry;
}

import type { ComponentChildren } from 'preact';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { isolated } from '../../locales/language.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import { useWords } from '../../pages/words.js';

/** The pages of an account, in the order of their links. */
const PARTS = [
  { name: 'overview', page: '', permission: 'accounts.read' },
  { name: 'settings', page: '/settings', permission: 'accounts.edit' },
  { name: 'statement', page: '/statement', permission: 'balance.read' },
  { name: 'tokens', page: '/tokens', permission: 'tokens.read' },
  { name: 'allowedIps', page: '/allowed-ips', permission: 'tokens.read' },
  { name: 'catalog', page: '/catalog', permission: 'catalog.read' },
  { name: 'webhook', permission: 'webhooks.read' },
] as const satisfies readonly { name: string; page?: string; permission: Permission }[];

export type AccountPart = (typeof PARTS)[number]['name'];

/** Lists of the shop that an account has its part of. */
const LISTS = ['orders', 'refusals'] as const;

export type AccountList = (typeof LISTS)[number];

interface AccountFrame {
  readonly account: Pick<AccountDto, 'id' | 'name'>;
  readonly part: AccountPart;
  /** What each name in the parameter `done` says. */
  readonly said?: Readonly<Record<string, ComponentChildren>>;
  readonly content: ComponentChildren;
}

/** A page of an account, with links to its other pages. */
export function accountFrame({ account, part, ...frame }: AccountFrame): Page {
  return {
    title: `${isolated(account.name)} · ${isolated(String(account.id))}`,
    content: (
      <>
        <PartLinks id={account.id} part={part} />
        <DoneNotice said={frame.said ?? {}} />
        {frame.content}
      </>
    ),
  };
}

interface PartLinksProps {
  readonly id: number;
  readonly part: AccountPart | AccountList;
}

/** The links to all pages of an account. */
export function PartLinks({ id, part }: PartLinksProps) {
  const visit = useVisit();
  const words = useWords('account');
  const shown = PARTS.filter(({ permission }) => visit.caller.may(permission));
  return (
    <nav class="parts" aria-label={words.parts}>
      <ul>
        {shown.map((one) => (
          <li key={one.name}>
            <a
              href={visit.links.to(
                'page' in one ? `accounts/${id}${one.page}` : `shop/webhooks/${id}`,
              )}
              aria-current={one.name === part ? 'page' : undefined}
            >
              {words[one.name]}
            </a>
          </li>
        ))}
        {visit.caller.may('orders.read') &&
          LISTS.map((list) => (
            <li key={list}>
              <a
                href={visit.links.to(list, { account_id: String(id) })}
                aria-current={list === part ? 'page' : undefined}
              >
                {words[list]}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}

import type { ComponentChildren } from 'preact';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { isolated } from '../../locales/language.js';
import { ChoiceLinks } from '../../pages/choice-links.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import { useWords } from '../../pages/words.js';

/** The pages of an account, and lists of the shop that have its part: what is looked at daily first, technical settings last. */
const PARTS = [
  { name: 'overview', page: '', permission: 'accounts.read' },
  { name: 'orders', permission: 'orders.read' },
  { name: 'statement', page: '/statement', permission: 'balance.read' },
  { name: 'catalog', page: '/catalog', permission: 'catalog.read' },
  { name: 'tokens', page: '/tokens', permission: 'tokens.read' },
  { name: 'refusals', permission: 'orders.read' },
  { name: 'allowedIps', page: '/allowed-ips', permission: 'tokens.read' },
  { name: 'webhook', permission: 'webhooks.read' },
  { name: 'settings', page: '/settings', permission: 'accounts.edit' },
] as const satisfies readonly { name: string; page?: string; permission: Permission }[];

type AccountPart = (typeof PARTS)[number]['name'];

/** Those that are lists of the shop. */
export type AccountList = Extract<AccountPart, 'orders' | 'refusals'>;

interface AccountFrame {
  readonly account: Pick<AccountDto, 'id' | 'name'>;
  readonly part: AccountPart;
  /** What each name in the parameter `done` says. */
  readonly said?: Readonly<Record<string, ComponentChildren>>;
  readonly content: ComponentChildren;
  readonly about?: Page['about'];
}

/** A page of an account, with links to its other pages. */
export function accountFrame({ account, part, ...frame }: AccountFrame): Page {
  return {
    title: `${isolated(account.name)} · ${isolated(String(account.id))}`,
    part: 'accounts',
    ...(frame.about && { about: frame.about }),
    content: (
      <>
        <PartLinks id={account.id} part={part} />
        <DoneNotice said={frame.said ?? {}} />
        {frame.content}
      </>
    ),
  };
}

/** The links to all pages of an account. */
export function PartLinks({ id, part }: { readonly id: number; readonly part: AccountPart }) {
  const { caller, links } = useVisit();
  const words = useWords('account');
  const address = (one: (typeof PARTS)[number]): string => {
    if ('page' in one) return links.to(`accounts/${id}${one.page}`);
    if (one.name === 'webhook') return links.to(`shop/webhooks/${id}`);
    return links.to(one.name, { account_id: String(id) });
  };
  return (
    <ChoiceLinks
      label={words.parts}
      choices={PARTS.filter(({ permission }) => caller.may(permission)).map((one) => {
        return { name: words[one.name], href: address(one), isChosen: one.name === part };
      })}
    />
  );
}

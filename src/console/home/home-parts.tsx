import type { ComponentChildren, VNode } from 'preact';
import { Text } from '../../pages/values.js';
import type { Visit } from '../visit/visit.js';

interface CardProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Where there is more about it. */
  readonly link?: readonly [address: string, text: string] | undefined;
}

/** A part of the first page. */
export function Card({ title, link, children }: CardProps): VNode {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
      {link && (
        <p>
          <a href={link[0]}>{link[1]}</a>
        </p>
      )}
    </section>
  );
}

export interface PartProps {
  readonly visit: Visit;
}

interface AccountLinkProps extends PartProps {
  readonly row: { readonly accountId: number; readonly name: string };
}

/** The name of an account, which leads to its page for those who may see it. */
export function AccountLink({ visit, row }: AccountLinkProps): VNode {
  if (!visit.caller.may('accounts.read')) return <Text>{row.name}</Text>;
  return (
    <a href={visit.links.to(`accounts/${row.accountId}`)}>
      <Text>{row.name}</Text>
    </a>
  );
}

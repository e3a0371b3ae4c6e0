import type { ComponentChildren, VNode } from 'preact';
import { TextLink } from '../../pages/text-links.js';
import { Text } from '../../pages/values.js';
import { useVisit } from '../visit/use-visit.js';

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

interface AccountLinkProps {
  readonly row: { readonly accountId: number; readonly name: string };
}

/** The name of an account, which leads to its page for those who may see it. */
export function AccountLink({ row }: AccountLinkProps): VNode {
  const visit = useVisit();
  if (!visit.caller.may('accounts.read')) return <Text>{row.name}</Text>;
  return <TextLink to={`accounts/${row.accountId}`}>{row.name}</TextLink>;
}

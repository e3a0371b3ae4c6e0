import type { VNode } from 'preact';
import { usePage } from '../../pages/page-context.js';
import { Code, Text } from '../../pages/values.js';
import type { AccountNames } from './account-picker.service.js';

/** The name of an account, which leads to its page; its id where no name is known. */
export function AccountName({
  id,
  names,
}: {
  readonly id: number;
  readonly names: AccountNames;
}): VNode {
  const { links } = usePage();
  const name = names.get(id);
  return (
    <a href={links.to(`accounts/${id}`)}>
      {name === undefined ? <Code>{id}</Code> : <Text>{name}</Text>}
    </a>
  );
}

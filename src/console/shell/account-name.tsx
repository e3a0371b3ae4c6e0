import type { VNode } from 'preact';
import { PageLink } from '../../pages/text-links.js';
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
  const name = names.get(id);
  return (
    <PageLink to={`accounts/${id}`}>
      {name === undefined ? <Code>{id}</Code> : <Text>{name}</Text>}
    </PageLink>
  );
}

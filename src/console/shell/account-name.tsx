import { PageLink } from '../../pages/text-links.js';
import { Code, Text } from '../../pages/values.js';
import type { Names } from './thing-naming.service.js';

interface NameProps {
  readonly id: number;
  readonly names: Names;
}

/** The name of an account, which leads to its page; its id where no name is known. */
export function AccountName(account: NameProps) {
  return (
    <PageLink to={`accounts/${account.id}`}>
      <NameOrId {...account} />
    </PageLink>
  );
}

/** The name of a thing; its id where no name is known. */
export function NameOrId({ id, names }: NameProps) {
  const name = names.get(id);
  return name === undefined ? <Code>{id}</Code> : <Text>{name}</Text>;
}

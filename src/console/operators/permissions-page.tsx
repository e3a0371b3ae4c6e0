import type { Permission } from '../../people/permissions/permissions.js';
import type { ShopPermissions } from '../../people/permissions/shop-permissions.js';
import { ROLES } from '../../people/permissions/roles.js';
import { Table } from '../../pages/table.js';
import { Code, Text } from '../../pages/values.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { PeopleLinks } from './people-parts.js';
import { wordsOf } from '../../pages/words.js';

/** The table of permissions, by the names that scopes of tokens have. */
export function permissionsPage({ language }: Visit, permissions: ShopPermissions): Page {
  const words = wordsOf(language, 'operator');
  return {
    ...{ title: words.permissions, part: 'operators' },
    content: (
      <>
        <PeopleLinks />
        <Table
          label={words.permissions}
          columns={[
            [words.permission, (name) => <Code>{name}</Code>],
            [words.allows, (name) => <Text>{permissions.textOf(name, language)}</Text>],
            ...ROLES.map((role) => {
              const cell = (name: Permission) => (permissions.roleMay(role, name) ? '✓' : '–');
              return [words.roles[role], cell] as const;
            }),
          ]}
          rows={permissions.names}
        />
      </>
    ),
  };
}

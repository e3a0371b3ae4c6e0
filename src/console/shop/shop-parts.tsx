import type { Permission } from '../../people/permissions/permissions.js';
import { useVisit } from '../visit/use-visit.js';
import { useWords } from '../../pages/words.js';

type PartName = 'extensions' | 'notifications' | 'mailServer' | 'upkeep';

/** The pages about the shop as a whole besides its first one, below the home page. */
const PARTS: readonly { name: PartName; page: string; permission: Permission }[] = [
  { name: 'extensions', page: 'shop/extensions', permission: 'extensions.read' },
  { name: 'notifications', page: 'shop/notifications', permission: 'notifications.read' },
  { name: 'mailServer', page: 'shop/mail-server', permission: 'settings.read' },
  { name: 'upkeep', page: 'shop/upkeep', permission: 'ledger.verify' },
];

/** Links between these pages, as far as the operator may read them. */
export function ShopParts() {
  const { links, caller, page: shown } = useVisit();
  const words = useWords('page');
  const parts = PARTS.filter(({ permission }) => caller.may(permission));
  const named = parts.map(({ name, page }) => ({ text: words[name], page }));
  if (named.length === 0) return null;
  return (
    <nav class="parts" aria-label={words.shop}>
      <ul>
        {[{ text: words.shop, page: 'shop' }, ...named].map(({ text, page }) => (
          <li key={page}>
            <a href={links.to(page)} aria-current={page === shown ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

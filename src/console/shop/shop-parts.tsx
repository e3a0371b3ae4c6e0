import { ChoiceLinks } from '../../pages/choice-links.js';
import { useVisit } from '../visit/use-visit.js';
import { useWords } from '../../pages/words.js';

/** The pages about the shop as a whole besides its first one, below the home page. */
const PARTS = [
  { name: 'extensions', page: 'shop/extensions', permission: 'extensions.read' },
  { name: 'notifications', page: 'shop/notifications', permission: 'notifications.read' },
  { name: 'mailServer', page: 'shop/mail-server', permission: 'settings.read' },
  { name: 'upkeep', page: 'shop/upkeep', permission: 'ledger.verify' },
] as const;

/** Links between these pages, as far as the operator may read them. */
export function ShopParts() {
  const { links, caller, page: shown } = useVisit();
  const words = useWords('page');
  const parts = PARTS.filter(({ permission }) => caller.may(permission));
  if (parts.length === 0) return null;
  const choices = [{ name: 'shop', page: 'shop' } as const, ...parts].map(({ name, page }) => ({
    ...{ name: words[name], href: links.to(page), isChosen: page === shown },
  }));
  return <ChoiceLinks label={words.shop} choices={choices} />;
}

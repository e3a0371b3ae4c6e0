import { PageParts } from '../shell/page-parts.js';
import { useWords } from '../../pages/words.js';

/** The pages about the shop as a whole. */
const PARTS = [
  { name: 'shop', page: 'shop', permission: null },
  { name: 'extensions', page: 'shop/extensions', permission: 'extensions.read' },
  { name: 'notifications', page: 'shop/notifications', permission: 'notifications.read' },
  { name: 'mailServer', page: 'shop/mail-server', permission: 'settings.read' },
  { name: 'upkeep', page: 'shop/upkeep', permission: 'ledger.verify' },
] as const;

/** Links between these pages, as far as the operator may read them. */
export function ShopParts() {
  const words = useWords('page');
  const parts = PARTS.map((part) => ({ ...part, name: words[part.name] }));
  return <PageParts label={words.shop} parts={parts} />;
}

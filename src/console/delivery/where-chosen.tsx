import { PageLink } from '../../pages/text-links.js';
import { useVisit } from '../visit/use-visit.js';
import { useWords } from '../../pages/words.js';

/** Says where the delivery of a product is chosen; nothing for those who may not see it. */
export function WhereDeliveryIsChosen() {
  const visit = useVisit();
  const words = useWords('delivery');
  if (!visit.caller.may('delivery.read')) return null;
  return (
    <p>
      {words.onProducts} <PageLink to="catalog">{words.toCatalog}</PageLink>
    </p>
  );
}

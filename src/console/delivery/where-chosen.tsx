import type { VNode } from 'preact';
import type { Visit } from '../visit/visit.js';
import { DELIVERY_WORDS } from './delivery-words.js';

/** Says where the delivery of a product is chosen; nothing for those who may not see it. */
export function WhereDeliveryIsChosen({ visit }: { readonly visit: Visit }): VNode | null {
  const words = DELIVERY_WORDS[visit.language];
  if (!visit.caller.may('delivery.read')) return null;
  return (
    <p>
      {words.onProducts} <a href={visit.links.to('catalog')}>{words.toCatalog}</a>
    </p>
  );
}

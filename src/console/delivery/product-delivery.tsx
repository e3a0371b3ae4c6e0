import type { VNode } from 'preact';
import { Form, Input, Submit } from '../../pages/form.js';
import type { Visit } from '../visit/visit.js';
import { DELIVERY_WORDS } from './delivery-words.js';

/** Leads to the delivery of a product by its id; nothing for those who may not read it. */
export function ProductDelivery({ visit }: { readonly visit: Visit }): VNode | null {
  const words = DELIVERY_WORDS[visit.language];
  if (!visit.caller.may('delivery.read')) return null;
  return (
    <section>
      <h2>{words.find}</h2>
      <Form action={visit.links.to('delivery')} method="get" class="filter" label={words.find}>
        <Input name="product" label={words.product} isDecimal />
        <Submit kind="plain">{words.open}</Submit>
      </Form>
    </section>
  );
}

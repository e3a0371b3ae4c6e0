import { costAlone, type ProductCostDto } from '../../operations/costs/cost.operations.js';
import { entityTagOf } from '../../admin/http/precondition.js';
import { FormDisclosure } from '../../pages/card.js';
import { ENTITY_TAG_FIELD, Input, type FormState } from '../../pages/form.js';
import { Money, Time } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

/** What a product costs the shop, and who has said so. */
export function CostOfProduct({ cost }: { readonly cost: ProductCostDto }) {
  const words = useWords('productCost');
  if (cost.cost === null) return <>{words.unknown}</>;
  return (
    <>
      <Money value={cost.cost} />{' '}
      <small>
        {cost.source && words.sources[cost.source]} <Time value={cost.set_at} />
      </small>
    </>
  );
}

interface CostFormProps {
  readonly to: string;
  readonly cost: ProductCostDto;
  readonly state: FormState;
}

/** Sets what a product costs the shop. */
export function CostForm({ to, cost, state }: CostFormProps) {
  const words = useWords('productCost');
  return (
    <FormDisclosure
      title={words.cost}
      to={to}
      hidden={{ [ENTITY_TAG_FIELD]: entityTagOf(costAlone(cost)) }}
      state={state}
      present={cost}
      button={words.save}
    >
      <Input name="cost" label={words.cost} hint={words.hint} isDecimal isOptional />
    </FormDisclosure>
  );
}

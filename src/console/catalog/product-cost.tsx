import { costAlone, type ProductCostDto } from '../../operations/costs/cost.operations.js';
import { entityTagOf } from '../../admin/http/precondition.js';
import { FormDisclosure } from '../../pages/card.js';
import { ENTITY_TAG_FIELD, Input, type FormState } from '../../pages/form.js';
import { Time } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

/** Who has said what a product costs the shop, or what follows where nobody has. */
export function CostSource({ cost }: { readonly cost: ProductCostDto }) {
  const words = useWords('productCost');
  if (cost.cost === null) return <>{words.unknown}</>;
  return (
    <>
      {cost.source && words.sources[cost.source]} <Time value={cost.set_at} />
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

import { useContext, useId } from 'preact/hooks';
import { Input } from '../../pages/form.js';
import { CurrentForm } from '../../pages/form-state.js';
import { useWords } from '../../pages/words.js';
import type { DeliveryChoices } from './delivery-reading.service.js';
import { rowNames } from './typed-delivery.js';
import { WaySelect } from './way-select.js';

interface DeliveryInputsProps {
  readonly choices: DeliveryChoices;
}

/** The fields for the one that delivers first; others are added on the page of the product. */
export function DeliveryInputs({ choices }: DeliveryInputsProps) {
  const words = useWords('delivery');
  const id = useId();
  const { values } = useContext(CurrentForm);
  const names = rowNames(0);
  return (
    <>
      <input type="hidden" name={names.position} value="1" />
      <div class="field">
        <label for={id}>{words.title}</label>
        <WaySelect id={id} name={names.by} chosen={values?.[names.by] ?? ''} choices={choices} />
      </div>
      <Input name={names.detail} label={words.detail} hint={words.detailHint} isOptional />
    </>
  );
}

import type { WithdrawnCodesDto } from '../../admin/stock/withdrawal.dto.js';
import type { StockDto } from '../../operations/stock/stock.operations.js';
import { FormCard } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { Input, type FormState } from '../../pages/form.js';
import { CodeList } from '../../pages/secret.js';
import { newFormKey } from '../http/form-key.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { stockAddress } from './stock-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

interface WithdrawalProps {
  readonly stock: StockDto;
  readonly state: FormState | undefined;
}

/** The form that takes codes out of a stock. */
export function Withdrawal({ stock, state }: WithdrawalProps) {
  const words = useWords('withdrawal');
  return (
    <FormCard
      title={words.title}
      to={`${stockAddress(stock.name)}/withdraw`}
      formKey={newFormKey()}
      state={state}
      hint={words.hint}
      button={words.withdraw}
      kind="danger"
    >
      <Input name="count" label={words.count} isDecimal />
    </FormCard>
  );
}

/** Codes that are not in stock any more. */
export function withdrawnPage({ language }: Visit, withdrawn: WithdrawnCodesDto): Page {
  const words = wordsOf(language, 'withdrawal');
  return {
    title: words.from({ stock: withdrawn.name }),
    content: (
      <>
        <p>{words.once}</p>
        <CodeList codes={withdrawn.codes} />
        <LinkLine to={stockAddress(withdrawn.name)}>{words.kept}</LinkLine>
      </>
    ),
  };
}

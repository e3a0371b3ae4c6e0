import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../account/access/principal.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import type { KeyClaim } from '../order.entity.js';
import { RequestForms } from '../request-forms/request-forms.js';
import { requiredOrderUuid, sentOrderUuid } from '../rules/order-uuid.js';
import { OrderIds } from './order-id.js';
import type { OrderRequest, SentRequest } from './requested-order.js';

/** Reads the key of a request, and says how the rest is read. */
@Injectable()
export class RequestReader {
  constructor(
    private readonly forms: RequestForms,
    private readonly ids: OrderIds,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /** @throws BadParameterError (114) when there is more than one key */
  read(sent: SentRequest): OrderRequest {
    const { text, givenBy } = sentOrderUuid(sent.parameters);
    return {
      ...sent,
      otherForms: this.forms.otherForms,
      orderUuid: text,
      keyGivenBy: givenBy,
    };
  }

  /** A request without a key. */
  readQuote(sent: SentRequest): OrderRequest {
    return { ...sent, otherForms: this.forms.otherForms, orderUuid: undefined, keyGivenBy: [] };
  }

  /** Of a request without a key. */
  quoteKey({ accountId }: Principal): KeyClaim {
    return { accountId, orderUuid: '', orderId: this.ids.next() };
  }

  /** @throws BadParameterError (114) */
  keyOf({ accountId, orderUuidMode }: Principal, request: OrderRequest): KeyClaim {
    const { orderUuid, parameters } = request;
    // The key may stand in the part that was not read: say why that was, rather than that there is no key.
    if (orderUuid === undefined && !parameters.complete) parameters.assertWellFormed();
    const mode = orderUuidMode ?? this.config.ORDER_UUID;
    return { accountId, orderUuid: requiredOrderUuid(orderUuid, mode), orderId: this.ids.next() };
  }
}

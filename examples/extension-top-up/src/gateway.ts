import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** The interface of the payment gateway. Address and secret are set by `ports`, from the settings. */
@Injectable()
export class Gateway {
  url = '';
  secret = '';

  isSigned(body: Buffer, signature: string | undefined): boolean {
    const right = createHmac('sha256', this.secret).update(body).digest();
    const given = Buffer.from(signature ?? '', 'hex');
    return this.secret !== '' && right.length === given.length && timingSafeEqual(right, given);
  }

  /** Both take a key, under which the gateway does it once. */
  start(key: string, usd: string): Promise<void> {
    return this.put(`/payments/${key}`, { usd });
  }

  refund(key: string): Promise<void> {
    return this.put(`/refunds/${key}`, {});
  }

  private async put(path: string, body: object): Promise<void> {
    const answer = await fetch(this.url + path, {
      method: 'PUT',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`);
  }
}

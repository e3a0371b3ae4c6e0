import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { ApiWireRoute } from '../../common/http/api-wire-route.decorator.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { RequestParameters } from '../../common/http/parameters/request-parameters.decorator.js';
import { CLIENT_API } from '../../common/http/wire.js';
import { CurrentPrincipal } from '../access/current-principal.decorator.js';
import { InLane } from '../access/lanes/lane.js';
import type { Principal } from '../access/principal.js';
import { PublishedReceipts } from './published-receipts.service.js';
import { ReceiptKeysDto, SignedTextDto, WitnessDto, WitnessProofDto } from './receipts.dto.js';
import { Witnesses } from './witness.service.js';

const TAG = 'Receipts';

const DAY = {
  name: 'day',
  type: 'string',
  description: 'A day in UTC of the last 400; the last witness if absent.',
} as const;

/** By which everybody can check what the shop has signed. */
@ApiExtraModels(SignedTextDto)
@Controller(`${CLIENT_API}/receipts`)
export class ReceiptsController {
  constructor(
    private readonly published: PublishedReceipts,
    private readonly witnesses: Witnesses,
  ) {}

  @Get('keys')
  @ApiWireRoute({
    name: 'receipt-keys',
    tag: TAG,
    public: true,
    summary: 'The keys that sign receipts, and where history went on from an earlier state',
    answer: { type: ReceiptKeysDto },
    errors: [],
  })
  async keys(): Promise<ReceiptKeysDto> {
    const { keys, breaks } = await this.published.keys();
    return { status: 'OK', keys: [...keys], breaks: [...breaks] };
  }

  @Get('witness')
  @ApiWireRoute({
    name: 'receipt-witness',
    tag: TAG,
    public: true,
    summary: 'The signed digest over the chains of all accounts, one a day',
    answer: { type: WitnessDto },
    query: [DAY],
    errors: [],
  })
  async witness(@RequestParameters() parameters: FlatParameters): Promise<WitnessDto> {
    const witness = await this.published.witness(parameters.single('day'));
    if (!witness) return { status: 'OK', witness: null };
    const { signed, signature, key } = witness;
    return { status: 'OK', witness: { signed, signature, key } };
  }

  @Get('proof')
  @InLane('reads')
  @ApiWireRoute({
    name: 'receipt-proof',
    tag: TAG,
    summary: 'That the chains of the account are in the witness of a day',
    answer: { type: WitnessProofDto },
    query: [DAY],
    errors: [],
  })
  async proof(
    @CurrentPrincipal() { accountId }: Principal,
    @RequestParameters() parameters: FlatParameters,
  ): Promise<object> {
    const witness = await this.published.witness(parameters.single('day'));
    return { status: 'OK', ...(await this.witnesses.proof(accountId, witness)) };
  }
}

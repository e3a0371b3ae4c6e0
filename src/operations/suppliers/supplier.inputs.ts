import { AcceptUnusualField } from '../catalog/unusual.answers.js';
import { messageKey } from '../../common/sentence.js';
import { canStandInAddress } from '../../common/text.js';
import { PERCENTAGE } from '../catalog/described-values.js';
import {
  FlagField,
  FormField,
  IdField,
  IdsField,
  IntegerField,
  JsonField,
  MoneyField,
  TextField,
} from '../fields/fields.js';

const NAME = /^[^\s=/]{1,100}$/;
const TOKEN_FIELD = {
  min: 1,
  max: 500,
  isSecret: true,
  description: 'Our token there; it is never shown.',
} as const;
const URL_FIELD = { min: 1, max: 2_000 };
const MAX_SYNC_MINUTES = 525_600;
const PICKS = { max: 5_000, optional: true, nullable: true, nullWord: 'all' } as const;

/** How a supplier is asked. */
export class SupplierPartsDto {
  @IntegerField({
    min: 1,
    max: 100,
    optional: true,
    description: 'Calls at a time, of one server.',
  })
  max_concurrent?: number;

  @IntegerField({
    min: 1,
    max: 20,
    optional: true,
    flag: 'time-out',
    description: 'For an answer.',
  })
  timeout_seconds?: number;

  @MoneyField({ optional: true, description: 'USD; a balance below is worth a warning.' })
  low_balance?: string;
}

export class NewSupplierDto extends SupplierPartsDto {
  @FormField({
    accepts: (name) => NAME.test(name) && canStandInAddress(name),
    must: 'must be a name of at most 60 characters without spaces, = and /, and not "." or ".."',
    refusal: messageKey('supplier.name', {}),
    description: 'What products name it by.',
    example: 'acme',
  })
  name: string;

  @TextField({ ...URL_FIELD, description: 'Its base address.', example: 'https://acme.example' })
  url: string;

  @TextField(TOKEN_FIELD)
  token: string;
}

/** What is left out stays. */
export class SupplierChangeDto extends SupplierPartsDto {
  @TextField({
    ...URL_FIELD,
    optional: true,
    description: 'Of the same shop; at another server together with the token.',
  })
  url?: string;

  @TextField({ ...TOKEN_FIELD, optional: true })
  token?: string;
}

/** How a supplier's catalog is listed in ours. What is left out stays. */
export class ListingDto {
  @FormField({
    ...PERCENTAGE,
    must: 'must be a percentage such as "10" or "-2.5", from -100 to 100000',
    optional: true,
    example: '10',
    description: 'On its prices.',
  })
  markup?: string;

  @JsonField(
    { type: 'object', additionalProperties: { type: 'string', nullable: true } },
    {
      optional: true,
      description: 'Others, by category of theirs and all below; null takes one back.',
      example: { 12: '25' },
    },
  )
  markup_by_category?: Record<string, unknown>;

  @IdField({
    optional: true,
    flag: 'into',
    description: 'Category of ours for its root categories.',
  })
  into_category?: number;

  @IdsField({
    ...PICKS,
    description:
      'Categories of theirs that alone are listed, with all below; null, here and in the products, for all.',
  })
  picked_categories?: number[] | null;

  @IdsField({ ...PICKS, description: 'Products of theirs that are listed besides.' })
  picked_products?: number[] | null;
}

export class SyncDto extends ListingDto {
  @IntegerField({
    min: 1,
    max: MAX_SYNC_MINUTES,
    optional: true,
    nullable: true,
    description: 'Minutes between two syncs; null for none.',
  })
  every_minutes?: number | null;
}

export class SupplierImportDto extends ListingDto {
  @FlagField({ optional: true, description: 'True only tells what would change.' })
  dry_run?: boolean;

  @FlagField({ optional: true, description: 'True also when most of its products are gone.' })
  force?: boolean;

  @AcceptUnusualField()
  accept_unusual?: number;
}

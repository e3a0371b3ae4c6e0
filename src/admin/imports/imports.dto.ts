import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { FormField, TextField, WordField } from '../../operations/fields/fields.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

/** Between the columns of a CSV, by the words of the parameter. */
export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

const STATES = [
  ...['reading', 'comparing', 'interrupted', 'ready', 'refused', 'applying', 'applied'],
];
const DIGEST = /^[\w-]{43}$/;

/** How an uploaded file is read and compared. */
export class UploadQuery {
  @TextField({ min: 1, max: 200, optional: true, description: 'Names the file in the list.' })
  name?: string;

  @WordField(Object.keys(SEPARATORS), {
    optional: true,
    description: 'Between the columns of a CSV; comma if absent.',
  })
  separator?: keyof typeof SEPARATORS;

  @WordField(['true', 'false'], {
    optional: true,
    description: 'true hides what is not in the file from everyone; nothing is ever deleted.',
  })
  hide_missing?: string;
}

/** How many items of a kind an import touches. */
export class ItemCountsDto {
  @ApiProperty({ type: 'integer', example: 12 })
  created: number;

  @ApiProperty({ type: 'integer', example: 3 })
  updated: number;

  @ApiProperty({ type: 'integer', example: 985 })
  unchanged: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Not in the file.' })
  hidden: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Hidden by an earlier import.' })
  shown: number;

  @ApiPropertyOptional({
    type: 'integer',
    example: 0,
    description: 'Of products: those of the updated ones whose fields change their order.',
  })
  reordered?: number;
}

export class DifferenceDto {
  @ApiProperty({ example: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU' })
  id: string;

  @ApiProperty({ description: 'True for a price list, which changes nothing but prices.' })
  prices_only: boolean;

  @ApiProperty({ type: ItemCountsDto })
  categories: ItemCountsDto;

  @ApiProperty({ type: ItemCountsDto })
  products: ItemCountsDto;
}

@ApiExtraModels(DifferenceDto)
export class ImportDto {
  @ApiProperty({ format: 'uuid', example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' })
  id: string;

  @ApiProperty({ example: 'november.csv' })
  name: string;

  @ApiProperty({ enum: STATES, description: 'Only what is ready can be applied.' })
  state: string;

  @ApiProperty({ type: 'integer', example: 8_123_456, description: 'Of the file.' })
  bytes: number;

  @ApiProperty()
  hide_missing: boolean;

  @ApiProperty({
    type: 'integer',
    example: 40_000,
    description:
      'How far the present work has come, of `rows_total`; in bytes while the file is read.',
  })
  rows_done: number;

  @ApiProperty(nullable({ type: 'integer', example: 100_000 }))
  rows_total: number | null;

  @ApiProperty(nullable({ type: 'string', example: null, description: 'Why it was refused.' }))
  fault: string | null;

  @ApiProperty(
    nullable({
      type: 'string',
      example: null,
      description: 'Why the last attempt to apply it has changed nothing.',
    }),
  )
  apply_fault: string | null;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(DifferenceDto) }, { type: 'null' }],
    description: 'Null until it is compared.',
  })
  difference: DifferenceDto | null;

  @ApiProperty({ example: 'operator:ada' })
  uploaded_by: string;

  @ApiProperty(TIME)
  uploaded_at: string;

  @ApiProperty({ ...TIME, description: 'When it is forgotten.' })
  expires_at: string;
}

export class ImportListDto {
  @ApiProperty({ type: [ImportDto] })
  items: ImportDto[];

  @ApiProperty(nullable({ type: 'string', example: null, description: 'There is one page.' }))
  next: string | null;
}

/** One value that an import changes. */
export class ChangedValueDto {
  @ApiProperty({ example: 'price' })
  field: string;

  @ApiProperty(nullable({ type: 'string', example: '0.89' }))
  before: string | null;

  @ApiProperty(nullable({ type: 'string', example: '0.95' }))
  after: string | null;
}

export class ImportChangeDto {
  @ApiProperty({ enum: ['category', 'product'] })
  item: string;

  @ApiProperty({ type: 'integer', example: 1001 })
  id: number;

  @ApiProperty({ example: '60 UC' })
  name: string;

  @ApiProperty({ enum: ['created', 'updated', 'hidden', 'shown'] })
  change: string;

  @ApiProperty({ description: 'True if the fields of a product change their order.' })
  reordered: boolean;

  @ApiProperty({ type: [ChangedValueDto], description: 'Of what is created, all values.' })
  values: ChangedValueDto[];
}

export class ImportChangePageDto {
  @ApiProperty({ type: [ImportChangeDto] })
  items: ImportChangeDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

export class ApplyDto {
  @FormField({
    accepts: (text) => DIGEST.test(text),
    must: 'must be the id of a difference',
    description: 'The `id` of the difference that you have seen.',
    example: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
  })
  difference: string;
}

export class ExportQuery {
  @WordField(['json', 'csv'], {
    optional: true,
    description: 'csv has the products; json the images and empty categories, too.',
  })
  format?: 'json' | 'csv';
}

/** The whole catalog, in the format that an import reads. */
export class CatalogFileDto {
  @ApiProperty({ example: 'souk-catalog' })
  format: string;

  @ApiProperty({ type: 'integer', example: 1 })
  version: number;

  @ApiProperty({ type: 'array', items: { type: 'object' } })
  categories: object[];

  @ApiProperty({ type: 'array', items: { type: 'object' } })
  products: object[];
}

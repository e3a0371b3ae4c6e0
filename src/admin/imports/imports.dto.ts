import { describedType } from '../../operations/fields/described-field.js';
import { AcceptUnusualField } from '../../operations/catalog/unusual.answers.js';
import { FormField, TextField, WordField } from '../../operations/fields/fields.js';

/** Between the columns of a CSV, by the words of the parameter. */
export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

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

export class ApplyDto {
  @FormField({
    accepts: (text) => DIGEST.test(text),
    must: 'must be the id of a difference',
    description: 'The `id` of the difference that you have seen.',
    example: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
  })
  difference: string;

  @AcceptUnusualField()
  accept_unusual?: number;
}

export class ExportQuery {
  @WordField(['json', 'csv'], {
    optional: true,
    description: 'csv has the products; json the images and empty categories, too.',
  })
  format?: 'json' | 'csv';
}

const ITEMS = { schema: { type: 'array', items: { type: 'object' } } };

/** The whole catalog, in the format that an import reads. */
export const CATALOG_FILE = describedType('CatalogFileDto', {
  format: { schema: { type: 'string', example: 'souk-catalog' } },
  version: { schema: { type: 'integer', example: 1 } },
  categories: ITEMS,
  products: ITEMS,
});

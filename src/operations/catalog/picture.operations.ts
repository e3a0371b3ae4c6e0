import { CategoryService } from '../../catalog/editing/category.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { MAX_PICTURE_BYTES, Pictures } from '../../catalog/pictures/pictures.service.js';
import { FileField } from '../fields/fields.js';
import { operation, type Asked } from '../operation.js';
import { CATEGORY } from './category.operations.js';
import { PRODUCT } from './product.operations.js';

export class PictureDto {
  @FileField({
    maxBytes: MAX_PICTURE_BYTES,
    nullable: true,
    nullWord: 'none',
    description:
      'A PNG, JPEG or WebP of at most 300 kB and 2,000 × 2,000 pixels; null for the placeholder.',
    example: 'iVBORw0KGgo=',
  })
  picture: string | null;
}

/** Keeps it before the transaction begins; one that nothing shows is removed when others need its room. */
const KEEPING = {
  description:
    'It is kept in the database, and shown to resellers at an address of the shop. The former one stays for what still shows it.',
  permission: 'catalog.edit',
  input: PictureDto,
  prepare: ({ services, input: { picture } }: Asked<PictureDto>): Promise<string | null> =>
    picture === null
      ? Promise.resolve(null)
      : services(Pictures).upload(Buffer.from(picture, 'base64')),
  // The values before and after tell its address.
  details: () => ({}),
} as const;

/** The path that `prepare` has found. */
const imageOf = ({ prepared }: { readonly prepared: unknown }) => ({
  image: prepared as string | null,
});

export const productPicture = operation({
  name: 'product picture',
  summary: 'give a product a picture from a file',
  route: 'PUT products/:id/picture',
  target: PRODUCT,
  ...KEEPING,
  run: async (work) => {
    await work.services(ProductService).change(work.manager, work.id, imageOf(work));
  },
});

export const categoryPicture = operation({
  name: 'category picture',
  summary: 'give a category a picture from a file',
  route: 'PUT categories/:id/picture',
  target: CATEGORY,
  ...KEEPING,
  run: async (work) => {
    await work.services(CategoryService).change(work.manager, work.id, imageOf(work));
  },
});

export const PICTURE_OPERATIONS = [productPicture, categoryPicture];

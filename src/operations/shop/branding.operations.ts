import type { Branding } from '../../catalog/branding/branding.js';
import { ShopBranding } from '../../catalog/branding/shop-branding.service.js';
import { Pictures } from '../../catalog/pictures/pictures.service.js';
import { messageKey } from '../../common/sentence.js';
import { text } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { FileField, FormField, TextField } from '../fields/fields.js';
import { operation, type Target } from '../operation.js';
import { reading } from '../reading.js';

/** Smaller than the pictures of goods, since every page shows it. */
const MAX_LOGO_BYTES = 100_000;
const COLOR = /^#[0-9a-f]{6}$/i;

/** What is left out stays. */
export class BrandingChangeDto {
  @TextField({
    max: 60,
    min: 1,
    optional: true,
    nullable: true,
    example: 'Acme Codes',
    description: 'What the shop is called on its pages and in its mails; null for Souk.',
  })
  name?: string | null;

  @FormField({
    max: 7,
    accepts: (color) => COLOR.test(color),
    must: 'must be a color such as #1a2b3c',
    refusal: messageKey('field.color', {}),
    optional: true,
    nullable: true,
    example: '#1a2b3c',
    description:
      'Of links and buttons of the console; pages move it until it can be read. Null for the usual one.',
  })
  color?: string | null;
}

export class LogoDto {
  @FileField({
    maxBytes: MAX_LOGO_BYTES,
    nullable: true,
    nullWord: 'none',
    description: 'A PNG, JPEG or WebP of at most 100 kB and 2,000 × 2,000 pixels; null for none.',
    example: 'iVBORw0KGgo=',
  })
  picture: string | null;
}

const BRANDING_SHAPE = shapeOf<Branding>()('BrandingDto', {
  name: text.orNull({ example: 'Acme Codes' }),
  logo: text.orNull({ example: '/images/0123456789abcdef0123456789abcdef' }),
  color: text.orNull({ example: '#1a2b3c' }),
});
export type BrandingDto = ShownBy<typeof BRANDING_SHAPE>;

const BRANDING = {
  noun: 'branding',
  shape: BRANDING_SHAPE,
  locked: (services, manager) => services(ShopBranding).locked(manager),
} satisfies Target<Branding>;

export const brandingSet = operation({
  name: 'branding set',
  summary: 'set the name and the color of the shop',
  permission: 'settings.edit',
  route: 'PATCH branding',
  kind: 'setting',
  target: BRANDING,
  input: BrandingChangeDto,
  run: async ({ services, manager, thing, input: { name, color } }) => {
    await services(ShopBranding).set(manager, {
      ...thing,
      ...(name !== undefined && { name: name?.trim().replaceAll(/\s+/g, ' ') ?? null }),
      ...(color !== undefined && { color: color?.toLowerCase() ?? null }),
    });
  },
});

export const brandingLogo = operation({
  name: 'branding logo',
  summary: 'give the shop a logo from a file',
  permission: 'settings.edit',
  route: 'PUT branding/logo',
  target: BRANDING,
  input: LogoDto,
  prepare: ({ services, input: { picture } }): Promise<string | null> =>
    picture === null
      ? Promise.resolve(null)
      : services(Pictures).upload(Buffer.from(picture, 'base64'), MAX_LOGO_BYTES),
  // The values before and after tell its address.
  details: () => ({}),
  run: async ({ services, manager, thing, prepared }) => {
    await services(ShopBranding).set(manager, { ...thing, logo: prepared as string | null });
  },
});

export const brandingShow = reading({
  name: 'branding show',
  operationId: 'branding',
  summary: 'name, logo and color of the shop',
  permission: 'settings.read',
  route: 'GET branding',
  shape: BRANDING_SHAPE,
  read: ({ services }) => services(ShopBranding).read(),
});

export const BRANDING_OPERATIONS = [brandingSet, brandingLogo];
